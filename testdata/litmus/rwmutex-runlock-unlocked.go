// RUnlock without reader is fatal.
//
// outcome: "" fatal: sync: RUnlock of unlocked RWMutex

package main

import "sync"

func main() {
	var mu sync.RWMutex
	mu.RUnlock()
}
