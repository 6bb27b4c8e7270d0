// The channel in an atomic pointer was swapped.
//
// outcome: "" deadlock

package main

import "sync/atomic"

type line struct {
	c chan int
}

func main() {
	var p atomic.Pointer[line]
	p.Store(&line{make(chan int, 1)})
	p.Swap(&line{make(chan int)})
	p.Load().c <- 1
}
