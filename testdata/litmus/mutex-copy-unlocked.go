// A copy of an unlocked mutex is a lock of its own.
//
// outcome: "ab" exit

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
	b := a
	a.mu.Lock()
	fmt.Print("a")
	b.mu.Lock()
	fmt.Print("b")
}
