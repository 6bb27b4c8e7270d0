// RLocker is the read side as a Locker.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.RWMutex
	l := mu.RLocker()
	l.Lock()
	mu.RLock()
	mu.RUnlock()
	l.Unlock()
	mu.Lock()
	fmt.Print("end")
}
