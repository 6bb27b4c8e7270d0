// The lock of what an assertion finds in a value from outside is a lock like others; generic types have locks, too.
package p

import (
	"io"
	"sync"
)

type pipe struct {
	mu   sync.Mutex
	late bool
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(b), nil
}

type link struct {
	w io.Writer
}

func (l *link) Expire() {
	p := l.w.(*pipe)
	p.mu.Lock() // want missing-unlock "locked"
	p.late = true
}

func (l *link) Reset() {
	l.w.(*pipe).mu.Lock()
	l.w.(*pipe).late = false
	l.w.(*pipe).mu.Unlock()
}

func Both(a, b any) {
	a.(*pipe).mu.Lock()
	b.(*pipe).mu.Lock()
	b.(*pipe).mu.Unlock()
	a.(*pipe).mu.Unlock()
}

func Sometimes(w io.Writer) {
	if p, ok := w.(*pipe); ok {
		p.mu.Lock()
	}
	if p, ok := w.(*pipe); ok {
		p.mu.Unlock()
	}
}

func Known() {
	var w io.Writer = &pipe{}
	p, ok := w.(*pipe)
	if !ok {
		return
	}
	p.mu.Lock()
	p.mu.Lock() // want double-lock "already holds"
}

type shelf[K comparable, V any] struct {
	mu    sync.RWMutex
	items map[K]V
}

func (s *shelf[K, V]) Get(k K) (V, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.items[k]
	return v, ok
}

func (s *shelf[K, V]) Put(k K, v V) {
	s.mu.Lock() // want missing-unlock "locked"
	s.items[k] = v
}
