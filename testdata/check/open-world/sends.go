// Channels that the module closes: other callers may have done that before a send, and before a second close.
package sends

import "sync"

type Pool struct{ jobs chan int }

func NewPool() *Pool { return &Pool{jobs: make(chan int, 4)} }

// verdict: open
// client panic:
//
//	p := NewPool()
//	p.Close()
//	p.Do(1)
func (p *Pool) Do(v int) { p.jobs <- v }

// verdict: open
// client panic:
//
//	p := NewPool()
//	p.Close()
//	p.Try(1)
func (p *Pool) Try(v int) bool {
	select {
	case p.jobs <- v:
		return true
	default:
		return false
	}
}

// verdict: open
// client panic:
//
//	p := NewPool()
//	p.Close()
//	p.Close()
func (p *Pool) Close() { close(p.jobs) }

// verdict: open
// client panic:
//
//	p := NewPool()
//	p.Shut()
//	p.Shut()
func (p *Pool) Shut() { p.shut() }

func (p *Pool) shut() {
	jobs := p.jobs
	close(jobs)
}

// A flag says that it is closed, and a lock guards both.
type Guarded struct {
	mu     sync.RWMutex
	closed bool
	jobs   chan int
}

func NewGuarded() *Guarded { return &Guarded{jobs: make(chan int, 4)} }

// verdict: closed
func (g *Guarded) Try(v int) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return false
	}
	select {
	case g.jobs <- v:
		return true
	default:
		return false
	}
}

// verdict: closed
func (g *Guarded) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.closed = true
		close(g.jobs)
	}
}

// The flag is asked, and the lock given away before the send.
type Late struct {
	mu     sync.Mutex
	closed bool
	jobs   chan int
}

func NewLate() *Late { return &Late{jobs: make(chan int, 100)} }

// verdict: open
// client may panic:
//
//	for {
//		l := NewLate()
//		go l.Close()
//		for range 50 {
//			l.Put(1)
//		}
//	}
func (l *Late) Put(v int) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	l.jobs <- v
}

// verdict: closed
func (l *Late) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed = true
		close(l.jobs)
	}
}

// What is closed is taken out of the field.
type Replaced struct {
	mu   sync.Mutex
	jobs chan int
}

func NewReplaced() *Replaced { return &Replaced{jobs: make(chan int, 4)} }

// verdict: closed
func (r *Replaced) Put(v int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs == nil {
		return
	}
	select {
	case r.jobs <- v:
	default:
	}
}

// verdict: closed
func (r *Replaced) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs != nil {
		close(r.jobs)
		r.jobs = nil
	}
}
