package closeflag

import "sync"

type Conn struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func New() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Done() <-chan struct{} { return c.done }

func (c *Conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	close(c.done)
}

func CloseBoth() {
	c := New()
	other := make(chan struct{})
	go func() {
		c.Close()
		close(other)
	}()
	c.Close()
	<-other
}
