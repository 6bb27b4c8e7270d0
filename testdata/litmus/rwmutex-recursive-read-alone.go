// Without a writer reading twice is fine.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.RWMutex
	mu.RLock()
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock()
	mu.Lock()
	fmt.Print("end")
}
