// A deferred Unlock runs while a panic passes: after recover the lock is free.
//
// outcome: "free" exit

package main

import (
	"fmt"
	"sync"
)

func work(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	panic("no")
}

func main() {
	var mu sync.Mutex
	func() {
		defer func() {
			recover()
		}()
		work(&mu)
	}()
	mu.Lock()
	fmt.Print("free")
}
