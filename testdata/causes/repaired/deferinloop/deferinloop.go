package deferinloop

import "sync"

type Shard struct {
	mu   sync.Mutex
	keys int
}

func Total(s *Shard, rounds int) int {
	n := 0
	for range rounds {
		s.mu.Lock()
		n += s.keys
		s.mu.Unlock()
	}
	return n
}
