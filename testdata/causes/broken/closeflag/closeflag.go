package closeflag

type Conn struct {
	closed bool
	done   chan struct{}
}

func New() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Done() <-chan struct{} { return c.done }

func (c *Conn) Close() {
	if c.closed { // want double-close "two goroutines can both get past this check"
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
