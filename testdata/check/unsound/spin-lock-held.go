// A lock made of an atomic value is awaited by a goroutine that its holder waits for.
//
// outcome: "" hang

package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	var taken atomic.Bool
	taken.Store(true)
	done := make(chan int)
	go func() {
		for !taken.CompareAndSwap(false, true) {
			runtime.Gosched()
		}
		close(done)
	}()
	<-done
	taken.Store(false)
}
