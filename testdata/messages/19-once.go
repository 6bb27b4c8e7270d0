package p

import "sync"

type Config struct {
	once  sync.Once
	level int
}

func (c *Config) Level() int {
	c.once.Do(func() { c.level = c.Level() + 1 })
	return c.level
}
