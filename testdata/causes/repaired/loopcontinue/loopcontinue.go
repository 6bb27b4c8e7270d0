package loopcontinue

import "sync"

type Stats struct {
	mu    sync.Mutex
	total int
}

func (s *Stats) AddAll(values []int) {
	for _, v := range values {
		s.mu.Lock()
		if v < 0 {
			s.mu.Unlock()
			continue
		}
		s.total += v
		s.mu.Unlock()
	}
}
