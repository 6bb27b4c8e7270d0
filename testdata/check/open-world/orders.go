// Several locks at once: other callers may take them in another order, and a writer may come between two readers.
package orders

import (
	"runtime"
	"sync"
)

type Bank struct {
	a, b sync.Mutex
	n    int
}

// verdict: open
// client hang:
//
//	k := &Bank{}
//	go func() {
//		for range 50000 {
//			k.BA()
//		}
//	}()
//	for range 50000 {
//		k.AB()
//	}
func (k *Bank) AB() {
	k.a.Lock()
	runtime.Gosched()
	k.b.Lock()
	k.n++
	k.b.Unlock()
	k.a.Unlock()
}

// verdict: open
func (k *Bank) BA() {
	k.b.Lock()
	defer k.b.Unlock()
	runtime.Gosched()
	k.low()
}

func (k *Bank) low() {
	k.a.Lock()
	k.n--
	k.a.Unlock()
}

// One order everywhere.
type Ordered struct {
	a, b sync.Mutex
	n    int
}

// verdict: closed
func (o *Ordered) AB() {
	o.a.Lock()
	o.b.Lock()
	o.n++
	o.b.Unlock()
	o.a.Unlock()
}

// verdict: closed
func (o *Ordered) Both() {
	o.a.Lock()
	defer o.a.Unlock()
	o.b.Lock()
	defer o.b.Unlock()
	o.n--
}

// Two orders, and one lock around both.
type Gated struct {
	gate, a, b sync.Mutex
	n          int
}

// verdict: closed
func (g *Gated) AB() {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.a.Lock()
	g.b.Lock()
	g.n++
	g.b.Unlock()
	g.a.Unlock()
}

// verdict: closed
func (g *Gated) BA() {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.b.Lock()
	g.a.Lock()
	g.n--
	g.a.Unlock()
	g.b.Unlock()
}

// Parents lead to children, and children back.
type Parent struct {
	mu   sync.Mutex
	only *Child
}

type Child struct {
	mu sync.Mutex
	up *Parent
	n  int
}

func NewParent() *Parent {
	p := &Parent{}
	p.only = &Child{up: p}
	return p
}

// verdict: open
// client hang:
//
//	p := NewParent()
//	c := p.only
//	go func() {
//		for range 50000 {
//			c.Clear()
//		}
//	}()
//	for range 50000 {
//		p.Total()
//	}
func (p *Parent) Total() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	runtime.Gosched()
	p.only.mu.Lock()
	defer p.only.mu.Unlock()
	return p.only.n
}

// verdict: open
func (c *Child) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	runtime.Gosched()
	c.up.mu.Lock()
	c.n = 0
	c.up.mu.Unlock()
}

// Two values of one type: who calls decides on the order.
type Account struct {
	mu sync.Mutex
	n  int
}

// verdict: closed
// assumes: common-order: Account.mu
func Transfer(from, to *Account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.n -= n
	to.n += n
}

// verdict: closed
// without: common-order: Account.mu
func TransferApart(from, to *Account, n int) {
	from.mu.Lock()
	from.n -= n
	from.mu.Unlock()
	to.mu.Lock()
	to.n += n
	to.mu.Unlock()
}

type Table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *Table) Set(k string, v int) {
	t.mu.Lock()
	if t.rows == nil {
		t.rows = map[string]int{}
	}
	t.rows[k] = v
	t.mu.Unlock()
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	go func() {
//		for range 50000 {
//			t.Set("a", 1)
//		}
//	}()
//	for range 50000 {
//		t.Sum("a", "b")
//	}
func (t *Table) Sum(a, b string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	runtime.Gosched()
	return t.get(a) + t.get(b)
}

func (t *Table) get(k string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[k]
}

// verdict: closed
func (t *Table) Get(k string) int { return t.get(k) }

// Nobody writes.
type Fixed struct {
	mu sync.RWMutex
	n  int
}

// verdict: closed
func (f *Fixed) Twice() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.one() + f.one()
}

func (f *Fixed) one() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.n
}
