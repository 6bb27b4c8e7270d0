// A Signal without waiting goroutine is lost.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	c.Signal()
	mu.Lock()
	c.Wait()
}
