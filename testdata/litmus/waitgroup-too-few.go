// Wait blocks for ever if not enough goroutines are done.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		wg.Done()
	}()
	wg.Wait()
}
