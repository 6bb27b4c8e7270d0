// Unlock does not release readers: it is fatal.
//
// outcome: "" fatal: sync: Unlock of unlocked RWMutex

package main

import "sync"

func main() {
	var mu sync.RWMutex
	mu.RLock()
	mu.Unlock()
}
