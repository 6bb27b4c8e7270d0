// A mutex may be unlocked by another goroutine than the one that locked it.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		mu.Unlock()
	}()
	mu.Lock()
	fmt.Print("end")
}
