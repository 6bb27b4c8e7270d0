// A second read lock while a writer waits.
package p

import "sync"

type table struct {
	mu sync.RWMutex
	n  int
}

func (t *table) size() int {
	t.mu.RLock() // want double-lock "already holds"
	defer t.mu.RUnlock()
	return t.n
}

func (t *table) both() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.size() + t.size()
}

func Recursive() {
	t := &table{}
	go func() {
		t.mu.Lock()
		t.n++
		t.mu.Unlock()
	}()
	t.both()
}
