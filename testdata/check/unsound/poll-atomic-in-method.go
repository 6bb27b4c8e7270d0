// A latch that is polled never opens: one of two is missing.
//
// outcome: "" hang

package main

import (
	"runtime"
	"sync/atomic"
)

type latch struct{ left atomic.Int32 }

func (l *latch) isOpen() bool { return l.left.Load() == 0 }

func (l *latch) wait() {
	for !l.isOpen() {
		runtime.Gosched()
	}
}

func main() {
	l := &latch{}
	l.left.Store(2)
	done := make(chan int)
	go func() { l.left.Add(-1) }()
	go func() {
		l.wait()
		close(done)
	}()
	<-done
}
