// A cleanup takes a lock and keeps it: whoever comes later waits for ever.
//
// outcome: "" deadlock

package main

import (
	"runtime"
	"sync"
	"time"
)

type entry struct {
	data [100]int
}

var mu sync.Mutex

func fill() *entry {
	e := &entry{}
	runtime.AddCleanup(e, func(mu *sync.Mutex) { mu.Lock() }, &mu)
	return e
}

func main() {
	fill().data[0] = 1
	for range 20 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	mu.Lock()
	mu.Unlock()
}
