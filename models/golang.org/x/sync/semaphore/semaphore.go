// Package semaphore models a weighted semaphore with a fair queue.
package semaphore

import (
	"context"
	"sync"
)

// waiter is an element of the queue of waiting goroutines.
type waiter struct {
	n     int64
	ready chan struct{}
	next  *waiter
}

type Weighted struct {
	size  int64
	cur   int64
	mu    sync.Mutex
	first *waiter
}

func NewWeighted(n int64) *Weighted {
	demand(n)
	return &Weighted{size: n}
}

func demand(n int64) {
	if n < 0 {
		panic("semaphore: negative weight")
	}
}

func (s *Weighted) Acquire(ctx context.Context, n int64) error {
	demand(n)
	s.mu.Lock()
	select {
	case <-ctx.Done():
		s.mu.Unlock()
		return ctx.Err()
	default:
	}
	if s.size-s.cur >= n && s.first == nil {
		s.cur += n
		s.mu.Unlock()
		return nil
	}
	if n > s.size {
		// It can never be had: only the context ends the wait.
		s.mu.Unlock()
		<-ctx.Done()
		return ctx.Err()
	}
	w := &waiter{n: n, ready: make(chan struct{})}
	s.append(w)
	s.mu.Unlock()

	select {
	case <-ctx.Done():
		s.mu.Lock()
		select {
		case <-w.ready:
			// Acquired after all, too late: give it back.
			s.cur -= n
			s.notify()
		default:
			first := s.first == w
			s.remove(w)
			if first && s.size > s.cur {
				s.notify()
			}
		}
		s.mu.Unlock()
		return ctx.Err()
	case <-w.ready:
		select {
		case <-ctx.Done():
			s.Release(n)
			return ctx.Err()
		default:
		}
		return nil
	}
}

func (s *Weighted) TryAcquire(n int64) bool {
	demand(n)
	s.mu.Lock()
	defer s.mu.Unlock()
	ok := s.size-s.cur >= n && s.first == nil
	if ok {
		s.cur += n
	}
	return ok
}

func (s *Weighted) Release(n int64) {
	demand(n)
	s.mu.Lock()
	s.cur -= n
	if s.cur < 0 {
		s.mu.Unlock()
		panic("semaphore: released more than held")
	}
	s.notify()
	s.mu.Unlock()
}

// notify serves waiters in order, and stops at the first that does not fit.
func (s *Weighted) notify() {
	for s.first != nil && s.size-s.cur >= s.first.n {
		w := s.first
		s.cur += w.n
		s.first = w.next
		close(w.ready)
	}
}

func (s *Weighted) append(w *waiter) {
	at := &s.first
	for *at != nil {
		at = &(*at).next
	}
	*at = w
}

func (s *Weighted) remove(w *waiter) {
	for at := &s.first; *at != nil; at = &(*at).next {
		if *at == w {
			*at = w.next
			return
		}
	}
}
