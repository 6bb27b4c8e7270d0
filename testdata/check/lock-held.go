// A function that returns with a lock held blocks whoever comes next, unless others release the lock for it.
package p

import (
	"errors"
	"sync"
)

type Table struct {
	mu   sync.Mutex
	rows map[string]int
}

func (t *Table) Set(name string, n int) {
	t.mu.Lock()
	t.rows[name] = n
	t.mu.Unlock()
}

func (t *Table) Take(name string) (int, error) {
	t.mu.Lock() // want missing-unlock "locked"
	n, ok := t.rows[name]
	if !ok {
		return 0, errors.New("no such row")
	}
	delete(t.rows, name)
	t.mu.Unlock()
	return n, nil
}

var registry sync.RWMutex
var names []string

func Names() []string {
	registry.RLock() // want missing-unlock "locked"
	return names
}

func Add(name string) {
	registry.Lock()
	defer registry.Unlock()
	names = append(names, name)
}

// Session leaves its lock to those who end it.
type Session struct {
	mu   sync.Mutex
	user string
}

func (s *Session) Begin(user string) {
	s.mu.Lock()
	s.user = user
}

func (s *Session) End() {
	s.user = ""
	s.mu.Unlock()
}
