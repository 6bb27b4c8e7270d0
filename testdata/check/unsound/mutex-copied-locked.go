// A struct is copied while its lock is held: the copy is locked for ever.
//
// outcome: "" deadlock

package main

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func snapshot(c *counter) counter {
	c.mu.Lock()
	defer c.mu.Unlock()
	return *c
}

func main() {
	c := &counter{}
	s := snapshot(c)
	s.mu.Lock()
}
