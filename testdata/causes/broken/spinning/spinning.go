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
	for !ready.Load() { // want endless-spin "this loop waits for an atomic variable that nothing sets"
		runtime.Gosched()
	}
}
