package spinning

import (
	"runtime"
	"sync/atomic"
)

func Await(start func()) {
	var ready atomic.Bool
	go func() {
		start()
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
}
