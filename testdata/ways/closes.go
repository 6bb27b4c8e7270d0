// Channels that methods can close twice, although the code means to close them once.

package p

import (
	"sync"
	"sync/atomic"
	"time"
)

type stream struct {
	closed bool
	ch     chan int
}

func (s *stream) Cleanup() {
	if !s.closed {
		close(s.ch) // want warning double-close "two goroutines can both find it open"
		s.closed = true
	}
}

type asked struct{ done chan bool }

func (a *asked) Stop() {
	select {
	case <-a.done:
	default:
		close(a.done) // want warning double-close "two goroutines can both find it open"
	}
}

type server struct {
	mu   sync.Mutex
	done chan bool
	open int
}

func (s *server) Shutdown(give <-chan time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		close(s.done) // want warning double-close "on one way s.done is not set to nil after it"
	}
	for {
		if s.open == 0 {
			s.done = nil
			return
		}
		select {
		case <-give:
			return
		case <-time.After(time.Second):
		}
	}
}

type remote struct {
	mu     sync.Mutex
	closed bool
	data   chan int
}

func (r *remote) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.data)
	}
}

func (r *remote) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	close(r.data) // want warning double-close "the flag is set but not asked"
}

// ---- what is right ----

type once struct {
	mu     sync.Mutex
	once   sync.Once
	state  atomic.Bool
	closed bool
	a      chan int
	b      chan int
	c      chan int
	d      chan int
}

func (o *once) Close() {
	o.once.Do(func() { close(o.a) })
	if o.state.CompareAndSwap(false, true) {
		close(o.b)
	}
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return
	}
	o.closed = true
	o.mu.Unlock()
	close(o.c)
}

func (o *once) CloseD() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.d != nil {
		close(o.d)
		o.d = nil
	}
}

// A channel used as a lock.
type tokens struct {
	sem    chan bool
	closed bool
	done   chan bool
}

func (t *tokens) Close() {
	t.sem <- true
	if t.closed {
		<-t.sem
		return
	}
	t.closed = true
	close(t.done)
	<-t.sem
}
