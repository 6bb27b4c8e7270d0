package spinning

import (
	"runtime"
	"sync/atomic"
)

func Await(start func()) {
	var ready atomic.Bool
	go func() {
		start()
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
}
