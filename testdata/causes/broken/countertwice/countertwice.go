package countertwice

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *Counter) AddIfBelow(limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Value() >= limit { // want double-lock "..Counter..AddIfBelow can block forever locking c.mu, which "
		return false
	}
	c.n++
	return true
}
