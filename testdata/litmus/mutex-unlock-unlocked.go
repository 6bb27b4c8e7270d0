// Unlocking an unlocked mutex is fatal: deferred calls do not run, and nothing recovers it.
//
// outcome: "" fatal: sync: unlock of unlocked mutex

package main

import (
	"fmt"
	"sync"
)

func main() {
	defer func() {
		recover()
		fmt.Print("recovered")
	}()
	var mu sync.Mutex
	mu.Unlock()
}
