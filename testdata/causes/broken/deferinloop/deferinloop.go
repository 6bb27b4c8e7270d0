package deferinloop

import "sync"

type Shard struct {
	mu   sync.Mutex
	keys int
}

func Total(s *Shard, rounds int) int {
	n := 0
	for range rounds {
		s.mu.Lock() // want double-lock "Total can block forever locking s.mu, which it already holds"
		defer s.mu.Unlock()
		n += s.keys
	}
	return n
}
