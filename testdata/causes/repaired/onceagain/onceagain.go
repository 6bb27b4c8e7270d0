package onceagain

import "sync"

type Config struct {
	once sync.Once
	path string
}

func (c *Config) Path() string {
	c.once.Do(c.load)
	return c.path
}

func (c *Config) load() {
	c.path = "/etc"
	if c.path == "" {
		c.path = "/"
	}
}
