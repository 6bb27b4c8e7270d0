// The same, in a struct.
//
// outcome: "" deadlock

package main

import "sync"

type job struct {
	wg sync.WaitGroup
}

func main() {
	var a job
	a.wg.Add(1)
	b := a
	go func() {
		b.wg.Done()
	}()
	a.wg.Wait()
}
