// A struct is overwritten while its lock is held: unlocking it then is fatal.
//
// outcome: "" fatal: sync: unlock of unlocked mutex

package main

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c = counter{}
}

func main() {
	c := &counter{n: 1}
	c.reset()
}
