package virtual

import (
	"sync"
	"testing"
)

type service interface {
	start() error
	onStart() error
	isRunning() bool
}

type base struct {
	sync.Mutex
	impl    service
	running bool
}

func (b *base) start() error {
	b.Lock()
	defer b.Unlock()
	if b.running {
		return nil
	}
	b.running = true
	return b.impl.onStart() // want double-lock "TestReactor can block forever locking base, which it already"
}

func (b *base) isRunning() bool {
	b.Lock()
	defer b.Unlock()
	return b.running
}

func (b *base) onStart() error { return nil }

type reactor struct {
	*base
	peers int
}

func newReactor() *reactor {
	r := &reactor{base: &base{}}
	r.base.impl = r
	return r
}

func (r *reactor) onStart() error {
	if r.isRunning() {
		r.peers++
	}
	return nil
}

func TestReactor(t *testing.T) {
	var s service = newReactor()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}
