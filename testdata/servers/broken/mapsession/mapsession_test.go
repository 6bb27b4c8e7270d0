package mapsession

import (
	"sync"
	"testing"
)

type session struct {
	id   string
	done chan struct{}
}

type table struct{ sessions sync.Map }

func (t *table) open(id string) *session {
	s := &session{id: id, done: make(chan struct{})}
	t.sessions.Store(id, s)
	return s
}

func (t *table) kick(id string) {
	v, ok := t.sessions.Load(id) // want double-close "two goroutines can both get past this check"
	if !ok {
		return
	}
	close(v.(*session).done)
	t.sessions.Delete(id)
}

func TestKick(t *testing.T) {
	tab := &table{}
	s := tab.open("x")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { tab.kick("x") })
	}
	<-s.done
	wg.Wait()
}
