// A cleanup closes what was closed before.
//
// outcome: "" panic: close of closed channel

package main

import (
	"runtime"
	"time"
)

type resource struct {
	done chan int
	data [100]int
}

func open() *resource {
	r := &resource{done: make(chan int)}
	runtime.AddCleanup(r, func(done chan int) { close(done) }, r.done)
	return r
}

func (r *resource) Close() { close(r.done) }

func main() {
	open().Close()
	for {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}
