// An atomic value changes between two reads of it.
//
// outcome: "" exit
// outcome: "" deadlock

package main

import "sync/atomic"

func main() {
	var set atomic.Bool
	c := make(chan int, 1)
	go set.Store(true)
	if set.Load() || !set.Load() {
		c <- 1
	}
	<-c
}
