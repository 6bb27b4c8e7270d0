// Loops that wait for an atomic value, and those that only try again.
package p

import (
	"runtime"
	"sync"
	"sync/atomic"
)

func Forgotten() {
	var ready atomic.Bool
	done := make(chan int)
	go func() {
		for !ready.Load() {
			runtime.Gosched()
		}
		close(done)
	}()
	<-done // want goroutine-leak "done"
	ready.Store(true)
}

func Ready() {
	var ready atomic.Bool
	done := make(chan int)
	go func() {
		for !ready.Load() {
			runtime.Gosched()
		}
		close(done)
	}()
	ready.Store(true)
	<-done
}

func Counts() {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 50 {
				for {
					old := n.Load()
					if n.CompareAndSwap(old, old+1) {
						break
					}
				}
			}
		})
	}
	wg.Wait()
}
