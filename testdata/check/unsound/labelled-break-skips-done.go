// A labelled break leaves a loop before Done.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	c := make(chan int, 1)
	c <- 1
	wg.Add(1)
	go func() {
	loop:
		for {
			select {
			case <-c:
				break loop
			}
			wg.Done()
		}
	}()
	wg.Wait()
}
