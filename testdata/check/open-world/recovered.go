// Panics that data decides, where somebody recovers: the goroutine lives on, with what it holds.
package recovered

import "sync"

type Table struct {
	mu   sync.Mutex
	Map  map[any]int
	List []int
	Any  any
}

// verdict: open
// client hang:
//
//	t := &Table{Map: map[any]int{}}
//	t.Key([]int{1})
//	t.Key(1)
func (t *Table) Key(k any) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	t.Map[k] = 1
	t.mu.Unlock()
}

// verdict: closed
func (t *Table) KeyRepaired(k any) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Map[k] = 1
}

// verdict: open
// client hang:
//
//	t := &Table{Map: map[any]int{}}
//	t.Read([]int{1})
//	t.Read(1)
func (t *Table) Read(k any) int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	n := t.Map[k]
	t.mu.Unlock()
	return n
}

// verdict: open
// client hang:
//
//	t := &Table{Map: map[any]int{}}
//	t.Delete([]int{1})
//	t.Delete(1)
func (t *Table) Delete(k any) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	delete(t.Map, k)
	t.mu.Unlock()
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.Compare([]int{1}, []int{1})
//	t.Compare(1, 1)
func (t *Table) Compare(a, b any) bool {
	defer func() { _ = recover() }()
	t.mu.Lock()
	same := a == b
	t.mu.Unlock()
	return same
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.NilMap("a")
//	t.NilMap("a")
func (t *Table) NilMap(k string) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	t.Map[k] = 1
	t.mu.Unlock()
}

// verdict: open
// client hang:
//
//	t := &Table{Any: "text"}
//	t.Assert()
//	t.Assert()
func (t *Table) Assert() int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	n := t.Any.(int)
	t.mu.Unlock()
	return n
}

// verdict: closed
func (t *Table) AssertRepaired() int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Any.(int)
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.Index(3)
//	t.Index(3)
func (t *Table) Index(i int) int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	n := t.List[i]
	t.mu.Unlock()
	return n
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.Pointer(nil)
//	t.Pointer(nil)
func (t *Table) Pointer(p *int) int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	n := *p
	t.mu.Unlock()
	return n
}

// verdict: closed
func (t *Table) PointerRepaired(p *int) int {
	defer func() { _ = recover() }()
	t.mu.Lock()
	defer t.mu.Unlock()
	return *p
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.Call(nil)
//	t.Call(nil)
func (t *Table) Call(f func()) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	f()
	t.mu.Unlock()
}

// verdict: closed
func (t *Table) CallRepaired(f func()) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	defer t.mu.Unlock()
	f()
}

// verdict: open
// client hang:
//
//	t := &Table{}
//	t.Hash([]int{})
//	t.Hash(1)
func (t *Table) Hash(key any) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	own := map[any]int{}
	own[key] = 1
	t.mu.Unlock()
}

// verdict: closed
func (t *Table) HashRepaired(key any) {
	defer func() { _ = recover() }()
	t.mu.Lock()
	defer t.mu.Unlock()
	own := map[any]int{}
	own[key] = 1
}
