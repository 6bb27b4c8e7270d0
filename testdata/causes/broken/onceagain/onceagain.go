package onceagain

import "sync"

type Config struct {
	once sync.Once
	path string
}

func (c *Config) Path() string {
	c.once.Do(c.load) // want double-lock "..Config..Path can block forever in c.once.Do.."
	return c.path
}

func (c *Config) load() {
	c.path = "/etc"
	if c.Path() == "" {
		c.path = "/"
	}
}
