package sessionopen

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Session struct {
	mu     sync.Mutex
	closed bool
	opened int
	dial   func() error
}

func (s *Session) Open() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errClosed
	}
	if err := s.dial(); err != nil {
		s.mu.Unlock()
		return err
	}
	s.opened++
	s.mu.Unlock()
	return nil
}
