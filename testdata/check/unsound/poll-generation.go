// A new generation is awaited by polling, and begins only when the wait is over.
//
// outcome: "" hang

package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	var generation atomic.Uint32
	var wg sync.WaitGroup
	now := generation.Load()
	wg.Go(func() {
		for generation.Load() == now {
			runtime.Gosched()
		}
	})
	wg.Wait()
	generation.Add(1)
}
