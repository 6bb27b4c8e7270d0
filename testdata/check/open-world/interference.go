// What a lock guards may have changed whenever it is taken.
package interference

import (
	"sync"
	"sync/atomic"
)

type Runner struct {
	mu      sync.Mutex
	running bool
	data    *int
	ready   atomic.Bool
	rw      sync.RWMutex
	cache   *int
}

func (r *Runner) Stop() {
	r.mu.Lock()
	r.running = false
	r.mu.Unlock()
}

// verdict: open
// client hang:
//
//	r := &Runner{}
//	r.Flag(r.Stop)
//	r.Stop()
func (r *Runner) Flag(work func()) {
	r.mu.Lock()
	r.running = true
	r.mu.Unlock()
	work()
	r.mu.Lock()
	if !r.running {
		return
	}
	r.mu.Unlock()
}

// verdict: closed
func (r *Runner) FlagRepaired(work func()) {
	r.mu.Lock()
	r.running = true
	r.mu.Unlock()
	work()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.running {
		return
	}
	r.running = false
}

// verdict: open
// client hang:
//
//	r := &Runner{}
//	n := 1
//	r.Set(&n)
//	for i := 0; i < 1000000; i++ {
//		go r.Set(nil)
//		r.Checked()
//		r.Set(&n)
//	}
func (r *Runner) Checked() {
	r.rw.RLock()
	missing := r.cache == nil
	r.rw.RUnlock()
	if missing {
		return
	}
	r.rw.Lock()
	if r.cache == nil {
		return
	}
	r.rw.Unlock()
}

func (r *Runner) Set(n *int) {
	r.rw.Lock()
	r.cache = n
	r.rw.Unlock()
}

// verdict: closed
func (r *Runner) CheckedRepaired() {
	r.rw.RLock()
	missing := r.cache == nil
	r.rw.RUnlock()
	if missing {
		return
	}
	r.rw.Lock()
	defer r.rw.Unlock()
	if r.cache == nil {
		return
	}
	*r.cache++
}

// verdict: open
// client hang:
//
//	r := &Runner{}
//	r.ready.Store(true)
//	go func() {
//		for {
//			r.ready.Store(false)
//			r.ready.Store(true)
//		}
//	}()
//	for {
//		r.Twice()
//	}
func (r *Runner) Twice() {
	if !r.ready.Load() {
		return
	}
	r.mu.Lock()
	if !r.ready.Load() {
		return
	}
	r.mu.Unlock()
}

// verdict: closed
func (r *Runner) TwiceRepaired() {
	if !r.ready.Load() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ready.Load() {
		return
	}
}

type Service struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewService() *Service { return &Service{done: make(chan struct{})} }

// verdict: closed
func (s *Service) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	close(s.done)
}

type Broken struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewBroken() *Broken { return &Broken{done: make(chan struct{})} }

// verdict: open
// client panic:
//
//	b := NewBroken()
//	b.Close()
//	b.Close()
func (b *Broken) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	close(b.done)
}

type Reset struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewReset() *Reset { return &Reset{done: make(chan struct{})} }

func (r *Reset) Again() {
	r.mu.Lock()
	r.closed = false
	r.mu.Unlock()
}

// verdict: open
// client panic:
//
//	r := NewReset()
//	r.Close()
//	r.Again()
//	r.Close()
func (r *Reset) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	close(r.done)
}

type OnceClosed struct {
	once sync.Once
	done chan struct{}
}

func NewOnceClosed() *OnceClosed { return &OnceClosed{done: make(chan struct{})} }

// verdict: closed
func (o *OnceClosed) Close() { o.once.Do(func() { close(o.done) }) }
