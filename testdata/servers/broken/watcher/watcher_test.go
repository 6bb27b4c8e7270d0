package watcher

import (
	"sync"
	"testing"
)

type event struct{ key string }

type watcher struct {
	id int
	ch chan event
}

type store struct {
	mu       sync.Mutex
	watchers map[int]*watcher
	next     int
}

func (s *store) watch() *watcher {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	w := &watcher{id: s.next, ch: make(chan event)}
	s.watchers[w.id] = w
	return w
}

func (s *store) cancel(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watchers, w.id)
	close(w.ch)
}

func (s *store) put(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.watchers {
		w.ch <- event{key} // want global-deadlock "..store..put sending on ch"
	}
}

func TestWatch(t *testing.T) {
	s := &store{watchers: make(map[int]*watcher)}
	w := s.watch()
	go s.put("a")
	s.cancel(w)
}
