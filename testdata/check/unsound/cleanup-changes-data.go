// What a cleanup writes decides whether the program goes on.
//
// outcome: "" deadlock

package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

type entry struct {
	data [100]int
}

func fill(gone *atomic.Bool) *entry {
	e := &entry{}
	runtime.AddCleanup(e, func(gone *atomic.Bool) { gone.Store(true) }, gone)
	return e
}

func main() {
	gone := new(atomic.Bool)
	fill(gone).data[0] = 1
	for range 20 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if gone.Load() {
		select {}
	}
}
