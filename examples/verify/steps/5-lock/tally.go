// Package tally adds numbers up.
package tally

import "sync"

// Tally is a sum that grows, for several goroutines.
type Tally struct {
	mu    sync.Mutex
	total int
}

/*@
// What the mutex protects.
pred sum(t *Tally) {
	acc(&t.total) && t.total >= 0
}

// Any share of this permits to use the tally.
pred (t *Tally) Shared() {
	acc(t.mu.LockP(), _) && t.mu.LockInv() == sum{t}
}
@*/

// New gives an empty tally.
// @ ensures t.Shared()
func New() (t *Tally) {
	t = &Tally{}
	// @ fold sum{t}()
	// @ t.mu.SetInv(sum{t})
	// @ fold t.Shared()
	return t
}

// Add adds n.
// @ requires n >= 0
// @ requires acc(t.Shared(), _)
func (t *Tally) Add(n int) {
	// @ unfold acc(t.Shared(), _)
	t.mu.Lock()
	// @ unfold sum{t}()
	t.total += n
	// @ fold sum{t}()
	t.mu.Unlock()
}

// Total is the sum so far.
// @ requires acc(t.Shared(), _)
// @ ensures  total >= 0
func (t *Tally) Total() (total int) {
	// @ unfold acc(t.Shared(), _)
	t.mu.Lock()
	// @ unfold sum{t}()
	total = t.total
	// @ fold sum{t}()
	t.mu.Unlock()
	return total
}
