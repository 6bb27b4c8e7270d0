package wrongunlock

import "sync"

type Table struct {
	mu   sync.RWMutex
	rows int
}

func (t *Table) Rows() int {
	t.mu.RLock()
	n := t.rows
	t.mu.Unlock() // want unlock-unlocked "..Table..Rows can unlock t.mu while it is not locked, which "
	return n
}
