// What looks wrong and is not: locks that callers are given the release of, equal questions with equal answers.
package p

import "sync"

type store struct {
	mu sync.Mutex
	n  int
}

func (s *store) Acquire() func() {
	s.mu.Lock()
	return s.mu.Unlock
}

func (s *store) AcquireLiteral() func() {
	s.mu.Lock()
	return func() { s.mu.Unlock() }
}

func (s *store) Forget() func() {
	s.mu.Lock() // want missing-unlock "s.mu"
	return func() { s.n++ }
}

func Equal(name string) {
	var mu sync.Mutex
	if name == "a" {
		mu.Lock()
	}
	if name == "a" {
		mu.Unlock() // want note unlock-unlocked "mu"
	}
	mu.Lock() // want note double-lock "mu"
	mu.Unlock()
}

func Other(name, other string) {
	var mu sync.Mutex
	if name == "a" {
		mu.Lock()
	}
	if other == "a" {
		mu.Unlock() // want unlock-unlocked "mu"
	}
	mu.Lock() // want double-lock "mu"
	mu.Unlock()
}
