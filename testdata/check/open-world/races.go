// Where accesses conflict without a lock in common, the absence of data races is nothing to rely on.
package races

import (
	"sync"
	"sync/atomic"
)

type Racy struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewRacy() *Racy { return &Racy{done: make(chan struct{})} }

// verdict: open
// client may panic:
//
//	for {
//		r := NewRacy()
//		for range 8 {
//			go r.Close()
//		}
//		r.Close()
//	}
func (r *Racy) Close() {
	if r.closed {
		return
	}
	r.closed = true
	close(r.done)
}

type Swapped struct {
	closed atomic.Bool
	done   chan struct{}
}

func NewSwapped() *Swapped { return &Swapped{done: make(chan struct{})} }

// verdict: closed
func (s *Swapped) Close() {
	if s.closed.CompareAndSwap(false, true) {
		close(s.done)
	}
}

// verdict: open
// client may panic:
//
//	for {
//		Own()
//	}
func Own() {
	done := make(chan struct{})
	closed := false
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if !closed {
				closed = true
				close(done)
			}
		}()
	}
	wg.Wait()
}

// verdict: closed
func OwnRepaired() {
	done := make(chan struct{})
	closed := false
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if !closed {
				closed = true
				close(done)
			}
		}()
	}
	wg.Wait()
}
