// Locking a mutex that one holds blocks for ever.
//
// outcome: "" deadlock
// check: double-lock violated

package main

import "sync"

func main() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}
