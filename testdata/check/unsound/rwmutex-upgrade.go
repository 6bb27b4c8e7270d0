// A reader that becomes a writer waits for itself.
//
// outcome: "" deadlock

package main

import "sync"

type cache struct {
	mu sync.RWMutex
	m  map[string]int
}

func (c *cache) get(k string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if _, ok := c.m[k]; !ok {
		c.put(k)
	}
	return c.m[k]
}

func (c *cache) put(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k] = 1
}

func main() {
	c := &cache{m: map[string]int{}}
	c.get("a")
}
