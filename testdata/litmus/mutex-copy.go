// A copy of a locked mutex is a second lock, and locked.
//
// outcome: "a" deadlock

package main

import (
	"fmt"
	"sync"
)

type box struct {
	mu sync.Mutex
}

func main() {
	var a box
	a.mu.Lock()
	b := a
	a.mu.Unlock()
	a.mu.Lock()
	fmt.Print("a")
	b.mu.Lock()
	fmt.Print("b")
}
