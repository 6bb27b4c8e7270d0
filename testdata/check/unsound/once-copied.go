// A copy of a sync.Once runs again.
//
// outcome: "" panic: close of closed channel

package main

import "sync"

func main() {
	c := make(chan int)
	var o sync.Once
	p := o
	o.Do(func() { close(c) })
	p.Do(func() { close(c) })
}
