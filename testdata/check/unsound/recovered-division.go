// A division by zero is recovered; the wait group is never done.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	zero := 0
	go func() {
		defer func() {
			recover()
		}()
		println(1 / zero)
		wg.Done()
	}()
	wg.Wait()
}
