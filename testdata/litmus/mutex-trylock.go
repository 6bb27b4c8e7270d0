// TryLock takes a free lock, and fails on a held one without blocking.
//
// outcome: "true false" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	a := mu.TryLock()
	b := mu.TryLock()
	if !a || b {
		select {}
	}
	fmt.Print(a, " ", b)
}
