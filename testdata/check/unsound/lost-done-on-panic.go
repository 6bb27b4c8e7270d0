// A recovered panic in a worker: Done was not deferred.
//
// outcome: "" deadlock

package main

import "sync"

func safely(f func()) {
	defer func() {
		recover()
	}()
	f()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go safely(func() {
		panic("no")
		wg.Done()
	})
	wg.Wait()
}
