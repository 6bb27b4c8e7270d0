// Wait unlocks while it waits and has locked again when it returns.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		c.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	if mu.TryLock() {
		select {}
	}
	mu.Unlock()
	fmt.Print("end")
}
