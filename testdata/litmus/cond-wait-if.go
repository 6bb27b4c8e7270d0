// Waiting without looking at the state first: the signal may be over by then.
//
// outcome: "end" exit
// outcome: "" deadlock

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		c.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	c.Wait()
	mu.Unlock()
	fmt.Print("end")
}
