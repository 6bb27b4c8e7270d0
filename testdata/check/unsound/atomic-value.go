// The channel in an atomic value.
//
// outcome: "" panic: close of closed channel

package main

import "sync/atomic"

func main() {
	var v atomic.Value
	c := make(chan int)
	v.Store(c)
	close(c)
	close(v.Load().(chan int))
}
