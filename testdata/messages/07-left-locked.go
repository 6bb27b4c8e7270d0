package p

import (
	"errors"
	"sync"
)

type Store struct {
	mu    sync.Mutex
	items map[string]int
}

func (s *Store) Take(key string) error {
	s.mu.Lock()
	if _, ok := s.items[key]; !ok {
		return errors.New("no such key")
	}
	delete(s.items, key)
	s.mu.Unlock()
	return nil
}
