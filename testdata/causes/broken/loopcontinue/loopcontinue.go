package loopcontinue

import "sync"

type Stats struct {
	mu    sync.Mutex
	total int
}

func (s *Stats) AddAll(values []int) {
	for _, v := range values {
		s.mu.Lock() // want missing-unlock "..Stats..AddAll can return with s.mu locked"
		if v < 0 {
			continue
		}
		s.total += v
		s.mu.Unlock()
	}
}
