package wrongunlock

import "sync"

type Table struct {
	mu   sync.RWMutex
	rows int
}

func (t *Table) Rows() int {
	t.mu.RLock()
	n := t.rows
	t.mu.RUnlock()
	return n
}
