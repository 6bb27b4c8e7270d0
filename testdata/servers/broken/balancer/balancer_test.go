package balancer

import (
	"sync"
	"testing"
)

type balancer interface {
	update(addr string)
	close()
}

type clientConn struct {
	mu  sync.Mutex
	bal balancer
	n   int
}

type roundRobin struct {
	mu    sync.Mutex
	cc    *clientConn
	addrs []string
}

func (r *roundRobin) update(addr string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addrs = append(r.addrs, addr)
	r.cc.count()
}

func (r *roundRobin) close() {
	r.mu.Lock()
	r.addrs = nil
	r.mu.Unlock()
}

func (c *clientConn) count() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func (c *clientConn) shut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bal.close() // want lock-order "TestBalancer can block forever locking bal.mu"
}

func TestBalancer(t *testing.T) {
	cc := &clientConn{}
	cc.bal = &roundRobin{cc: cc}
	done := make(chan struct{})
	go func() {
		cc.bal.update("a:1")
		close(done)
	}()
	cc.shut()
	<-done
}
