// A writer waits for the readers, and they for it.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var mu sync.RWMutex
	mu.RLock()
	mu.Lock()
}
