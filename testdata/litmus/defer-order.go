// Deferred calls run last first: unlocking in that order is fine, and arguments are those of the defer.
//
// outcome: "2 1 0" exit

package main

import (
	"fmt"
	"sync"
)

func work(a, b *sync.Mutex) {
	a.Lock()
	defer a.Unlock()
	b.Lock()
	defer b.Unlock()
	for i := 0; i < 3; i++ {
		defer fmt.Print(i, " ")
	}
}

func main() {
	var a, b sync.Mutex
	work(&a, &b)
	a.Lock()
	b.Lock()
}
