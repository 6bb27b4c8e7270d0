// A method that holds its receiver's lock calls a sibling that takes it.
package p

import "sync"

type Cache struct {
	mu    sync.Mutex
	items map[string]int
}

func (c *Cache) Get(key string) int {
	c.mu.Lock() // want warning double-lock "already holds"
	defer c.mu.Unlock()
	return c.items[key]
}

func (c *Cache) Sum(keys []string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := 0
	for _, key := range keys {
		sum += c.Get(key)
	}
	return sum
}
