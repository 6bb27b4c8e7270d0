package p

import "sync"

type Table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *Table) get(key string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[key]
}

func (t *Table) total(a, b string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.get(a) + t.get(b)
}

func Report() int {
	t := &Table{rows: map[string]int{}}
	done := make(chan bool)
	go func() {
		t.mu.Lock()
		t.rows["a"] = 1
		t.mu.Unlock()
		done <- true
	}()
	n := t.total("a", "b")
	<-done
	return n
}
