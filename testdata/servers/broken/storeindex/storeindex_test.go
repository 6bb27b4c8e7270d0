package storeindex

import (
	"sync"
	"testing"
)

type listener interface{ changed(id int) }

type store struct {
	mu        sync.Mutex
	rows      map[int]string
	listeners []listener
}

func (s *store) put(id int, v string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[id] = v
	for _, l := range s.listeners {
		l.changed(id) // want lock-order "TestIndex can block forever locking s.mu"
	}
}

func (s *store) row(id int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows[id]
}

type index struct {
	mu    sync.Mutex
	ids   map[int]bool
	store *store
}

func (x *index) changed(id int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ids[id] = true
}

func (x *index) rebuild(ids ...int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		x.ids[id] = x.store.row(id) != ""
	}
}

func TestIndex(t *testing.T) {
	s := &store{rows: map[int]string{}}
	x := &index{ids: map[int]bool{}, store: s}
	s.listeners = append(s.listeners, x)
	done := make(chan bool)
	go func() {
		s.put(1, "a")
		done <- true
	}()
	x.rebuild(1)
	<-done
}
