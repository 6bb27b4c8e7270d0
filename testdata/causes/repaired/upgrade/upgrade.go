package upgrade

import "sync"

type Memo struct {
	mu     sync.RWMutex
	values map[int]int
}

func (m *Memo) Get(n int, compute func(int) int) int {
	m.mu.RLock()
	v, ok := m.values[n]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = compute(n)
	m.mu.Lock()
	m.values[n] = v
	m.mu.Unlock()
	return v
}
