// A pointer to a number of another type writes the same number.
//
// outcome: "" deadlock

package main

import "sync/atomic"

type state uint32

func main() {
	var s state
	c := make(chan int)
	atomic.StoreUint32((*uint32)(&s), 1)
	if s == 1 {
		<-c
	}
}
