package unlocktwice

import "sync"

type Store struct {
	mu   sync.Mutex
	data map[string]string
}

func (s *Store) Rename(from, to string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.data[from]
	if !ok {
		s.mu.Unlock() // want unlock-unlocked "a deferred call unlocks s.mu as well"
		return false
	}
	s.data[to] = v
	return true
}
