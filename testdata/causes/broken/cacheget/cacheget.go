package cacheget

import "sync"

// cache forgets to unlock where a key is missing.
type cache struct {
	mu     sync.Mutex
	values map[string]int
}

func (c *cache) Get(key string) (int, bool) {
	c.mu.Lock()
	n, ok := c.values[key]
	if !ok {
		return 0, false // want missing-unlock "..cache..Get can return with c.mu locked"
	}
	c.mu.Unlock()
	return n, true
}
