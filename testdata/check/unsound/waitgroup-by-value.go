// A wait group given by value: the original is never done.
//
// outcome: "" deadlock

package main

import "sync"

func work(wg sync.WaitGroup) {
	wg.Done()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go work(wg)
	wg.Wait()
}
