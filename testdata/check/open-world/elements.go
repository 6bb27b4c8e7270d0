// Locks in arrays, slices and maps, and those that calls give.
package elements

import "sync"

type Shards struct {
	locks [4]sync.Mutex
	many  []sync.Mutex
	named map[string]*sync.Mutex
}

func NewShards() *Shards {
	return &Shards{many: make([]sync.Mutex, 3), named: map[string]*sync.Mutex{"a": new(sync.Mutex)}}
}

// verdict: open
// client hang:
//
//	s := NewShards()
//	s.Array(1, "")
//	s.Array(1, "")
func (s *Shards) Array(i int, name string) {
	s.locks[i].Lock()
	if name == "" {
		return
	}
	s.locks[i].Unlock()
}

// verdict: closed
func (s *Shards) ArrayRepaired(name string) {
	mu := &s.locks[len(name)%4]
	mu.Lock()
	defer mu.Unlock()
	if name == "" {
		return
	}
}

// verdict: open
// client hang:
//
//	s := NewShards()
//	s.Slice(1, "")
//	s.Slice(1, "")
func (s *Shards) Slice(i int, name string) {
	s.many[i].Lock()
	if name == "" {
		return
	}
	s.many[i].Unlock()
}

// verdict: closed
func (s *Shards) SliceRepaired(i int, name string) {
	s.many[i].Lock()
	defer s.many[i].Unlock()
	if name == "" {
		return
	}
}

// verdict: open
// client hang:
//
//	s := NewShards()
//	s.Map("a", "")
//	s.Map("a", "")
func (s *Shards) Map(key string, name string) {
	mu := s.named[key]
	mu.Lock()
	if name == "" {
		return
	}
	mu.Unlock()
}

// verdict: closed
func (s *Shards) MapRepaired(key string, name string) {
	mu := s.named[key]
	mu.Lock()
	defer mu.Unlock()
	if name == "" {
		return
	}
}

type guarded interface{ Guard() *sync.Mutex }

type owner struct{ mu sync.Mutex }

func (o *owner) Guard() *sync.Mutex { return &o.mu }

// verdict: open
// client hang:
//
//	o := &owner{}
//	Through(o, "")
//	Through(o, "")
func Through(g guarded, name string) {
	g.Guard().Lock()
	if name == "" {
		return
	}
	g.Guard().Unlock()
}

// A list of which each element has a lock: how long it is is not known.
type Link struct {
	mu   sync.Mutex
	next *Link
}

// verdict: open
// client hang:
//
//	d := &Link{}
//	c := &Link{next: d}
//	a := &Link{next: &Link{next: c}}
//	Walk(a, 2)
//	Walk(d, 2)
func Walk(n *Link, most int) int {
	n.mu.Lock()
	k := 0
	for n.next != nil {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
		k++
	}
	if k > most {
		return k
	}
	n.mu.Unlock()
	return k
}

// verdict: closed
func WalkRight(n *Link) int {
	n.mu.Lock()
	k := 0
	for n.next != nil {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
		k++
	}
	n.mu.Unlock()
	return k
}
