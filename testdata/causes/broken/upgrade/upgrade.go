package upgrade

import "sync"

type Memo struct {
	mu     sync.RWMutex
	values map[int]int
}

func (m *Memo) Get(n int, compute func(int) int) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if v, ok := m.values[n]; ok {
		return v
	}
	v := compute(n)
	m.mu.Lock() // want double-lock "..Memo..Get can block forever locking m.mu, which it already"
	m.values[n] = v
	m.mu.Unlock()
	return v
}
