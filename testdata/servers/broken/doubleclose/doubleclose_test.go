package doubleclose

import (
	"sync"
	"testing"
)

type conn struct {
	mu   sync.Mutex
	done chan struct{}
}

func (c *conn) isClosed() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

func (c *conn) close() {
	if c.isClosed() { // want double-close "two goroutines can both get past this check"
		return
	}
	close(c.done)
}

func TestClose(t *testing.T) {
	c := &conn{done: make(chan struct{})}
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.close()
		}()
	}
	wg.Wait()
}
