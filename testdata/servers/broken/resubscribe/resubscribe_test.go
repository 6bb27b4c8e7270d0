package resubscribe

import (
	"sync"
	"testing"
	"time"
)

type subscription interface {
	unsubscribe()
	errs() <-chan error
}

type funcSub struct {
	once  sync.Once
	unsub chan struct{}
	err   chan error
}

func newSub(producer func(quit <-chan struct{}) error) subscription {
	s := &funcSub{unsub: make(chan struct{}), err: make(chan error, 1)}
	go func() {
		defer close(s.err)
		if err := producer(s.unsub); err != nil {
			s.err <- err
		}
	}()
	return s
}

func (s *funcSub) unsubscribe() {
	s.once.Do(func() { close(s.unsub) })
	<-s.err
}

func (s *funcSub) errs() <-chan error { return s.err }

type resub struct {
	fn    func() subscription
	err   chan error
	unsub chan struct{}
	once  sync.Once
}

func (s *resub) loop() {
	defer close(s.err)
	for range 2 {
		inner := s.fn()
		if s.waitForError(inner) {
			inner.unsubscribe()
			return
		}
		if s.backoff() {
			return
		}
	}
}

func (s *resub) waitForError(inner subscription) bool {
	select {
	case <-inner.errs():
		return false
	case <-s.unsub:
		return true
	}
}

func (s *resub) backoff() bool {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case <-t.C:
		return false
	case <-s.unsub:
		return true
	}
}

func (s *resub) unsubscribe() {
	s.once.Do(func() {
		s.unsub <- struct{}{} // want global-deadlock "TestResubscribe sending on unsub"
		<-s.err
	})
}

func TestResubscribe(t *testing.T) {
	s := &resub{
		fn:    func() subscription { return newSub(func(<-chan struct{}) error { return nil }) },
		err:   make(chan error),
		unsub: make(chan struct{}),
	}
	go s.loop()
	s.unsubscribe()
}
