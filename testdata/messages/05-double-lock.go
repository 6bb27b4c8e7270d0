package p

import "sync"

type Cache struct {
	mu      sync.Mutex
	entries map[string]int
}

func (c *Cache) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key]
}

func (c *Cache) Increment(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = c.Get(key) + 1
}
