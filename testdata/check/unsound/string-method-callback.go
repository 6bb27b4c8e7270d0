// Printing calls the String method, which takes the lock.
//
// outcome: "" deadlock

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu sync.Mutex
	n  int
}

func (a *account) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return "account"
}

func main() {
	a := &account{}
	a.mu.Lock()
	fmt.Println(a)
}
