// A copy of a read lock that is held.
//
// outcome: "" deadlock

package main

import "sync"

type table struct {
	mu sync.RWMutex
}

func main() {
	var a table
	a.mu.RLock()
	b := a
	a.mu.RUnlock()
	b.mu.Lock()
}
