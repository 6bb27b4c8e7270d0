package chanlock

import (
	"sync"
	"testing"
)

type indexer struct {
	mu      sync.Mutex
	pending []string
	wake    chan bool
	stopped bool
}

func (x *indexer) loop(done chan<- struct{}) {
	defer close(done)
	for more := range x.wake {
		x.mu.Lock()
		x.pending = nil
		x.mu.Unlock()
		if !more {
			return
		}
	}
}

func (x *indexer) add(name string) {
	x.mu.Lock()
	x.pending = append(x.pending, name)
	x.wake <- true // want global-deadlock "TestIndexer sending on wake"
	x.mu.Unlock()
}

func TestIndexer(t *testing.T) {
	x := &indexer{wake: make(chan bool)}
	done := make(chan struct{})
	go x.loop(done)
	x.add("a")
	x.add("b")
	x.wake <- false
	<-done
}
