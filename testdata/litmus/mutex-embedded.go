// An embedded lock is locked through the struct; a method that calls a sibling locks twice.
//
// outcome: "" deadlock
// check: double-lock violated

package main

import "sync"

type store struct {
	sync.Mutex
	n int
}

func (s *store) get() int {
	s.Lock()
	defer s.Unlock()
	return s.n
}

func (s *store) double() int {
	s.Lock()
	defer s.Unlock()
	return 2 * s.get()
}

func main() {
	s := &store{n: 1}
	s.double()
}
