package config

import (
	"sync"
	"testing"
)

type config struct {
	sync.RWMutex
	values map[string]string
}

func (c *config) get(k string) string {
	c.RLock()
	defer c.RUnlock()
	return c.values[k]
}

func (c *config) all(keys []string) []string {
	c.RLock()
	defer c.RUnlock()
	var out []string
	for _, k := range keys {
		out = append(out, c.get(k)) // want double-lock "can block forever read-locking c, which it already holds"
	}
	return out
}

func (c *config) set(k, v string) {
	c.Lock()
	defer c.Unlock()
	c.values[k] = v
}

func TestConfig(t *testing.T) {
	c := &config{values: map[string]string{"a": "1"}}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		c.all([]string{"a"})
	}()
	go func() {
		defer wg.Done()
		c.set("a", "2")
	}()
	wg.Wait()
}
