// TryRLock fails while a writer waits, though only a reader holds the lock.
//
// outcome: "true" exit
// outcome: "false" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.RWMutex
	mu.RLock()
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	fmt.Print(mu.TryRLock())
}
