// Package verified has concurrent code with contracts that `gordian verify` proves.
package verified

import "sync"

// Counter counts for several goroutines.
type Counter struct {
	mu sync.Mutex
	n  int
}

/*@
// What the mutex protects.
pred value(c *Counter) {
	acc(&c.n) && c.n >= 0
}

// Any share of this permits to count.
pred (c *Counter) Ready() {
	acc(c.mu.LockP(), _) && c.mu.LockInv() == value{c}
}
@*/

// NewCounter gives a counter that stands at 0.
// @ ensures c.Ready()
func NewCounter() (c *Counter) {
	c = &Counter{}
	// @ fold value{c}()
	// @ c.mu.SetInv(value{c})
	// @ fold c.Ready()
	return c
}

// Add counts one more.
// @ requires acc(c.Ready(), _)
func (c *Counter) Add() {
	// @ unfold acc(c.Ready(), _)
	c.mu.Lock()
	// @ unfold value{c}()
	c.n++
	// @ fold value{c}()
	c.mu.Unlock()
}

// Get says how far it is.
// @ requires acc(c.Ready(), _)
// @ ensures  n >= 0
func (c *Counter) Get() (n int) {
	// @ unfold acc(c.Ready(), _)
	c.mu.Lock()
	// @ unfold value{c}()
	n = c.n
	// @ fold value{c}()
	c.mu.Unlock()
	return n
}

// Start counts in two goroutines.
// @ requires acc(c.Ready(), _)
func (c *Counter) Start() {
	go c.Add()
	go c.Add()
}
