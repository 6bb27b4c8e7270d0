package abba

import (
	"sync"
	"testing"
)

type replica struct {
	mu sync.RWMutex
	st *storage
	id int
}

type storage struct {
	mu       sync.Mutex
	replicas map[int]*replica
}

func (s *storage) add(r *replica) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replicas[r.id] = r
	r.st = s
}

func (s *storage) each(visit func(*replica)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.replicas {
		visit(r) // want lock-order "can block forever locking s.mu"
	}
}

func (r *replica) desc() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.id
}

func (r *replica) destroy() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.st.remove(r.id)
}

func (s *storage) remove(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.replicas, id)
}

func TestStorage(t *testing.T) {
	s := &storage{replicas: map[int]*replica{}}
	r := &replica{id: 1}
	s.add(r)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		r.destroy()
	}()
	total := 0
	s.each(func(r *replica) { total += r.desc() })
	wg.Wait()
}
