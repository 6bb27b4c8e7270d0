// Package tally adds numbers up.
package tally

// Tally is a sum that grows.
type Tally struct {
	total int
}

/*@
// All that a tally owns, and what is always true of it.
pred (t *Tally) Mem() {
	acc(t) && t.total >= 0
}
@*/

// New gives an empty tally.
// @ ensures t.Mem()
// @ decreases
func New() (t *Tally) {
	t = &Tally{}
	// @ fold t.Mem()
	return t
}

// Add adds n.
// @ requires  n >= 0
// @ preserves t.Mem()
// @ decreases
func (t *Tally) Add(n int) {
	// @ unfold t.Mem()
	t.total += n
	// @ fold t.Mem()
}

// Total is the sum so far.
// @ preserves t.Mem()
// @ ensures   total >= 0
// @ decreases
func (t *Tally) Total() (total int) {
	// @ unfold t.Mem()
	total = t.total
	// @ fold t.Mem()
	return total
}
