package atomicchan

import (
	"sync/atomic"
	"testing"
)

type conn struct {
	closed chan struct{}
}

type client struct{ current atomic.Pointer[conn] }

func (c *client) reconnect() *conn {
	fresh := &conn{closed: make(chan struct{})}
	if old := c.current.Load(); old != nil {
		close(old.closed) // want double-close "can close closed a second time, which panics"
	}
	c.current.Store(fresh)
	return fresh
}

func TestReconnect(t *testing.T) {
	c := &client{}
	first := c.reconnect()
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.reconnect()
	}()
	c.reconnect()
	<-first.closed
	<-done
}
