// Waits with a lock held, for what may never come.

package p

import (
	"sync"
	"time"
)

type syncer struct {
	mu   sync.Mutex
	stop chan bool
	done chan bool
	n    int
}

func newSyncer() *syncer {
	s := &syncer{stop: make(chan bool), done: make(chan bool)}
	go s.loop(time.After(time.Second))
	return s
}

func (s *syncer) Sync() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

func (s *syncer) loop(tick <-chan time.Time) {
	defer close(s.done)
	for {
		select {
		case <-tick:
			s.Sync()
		case <-s.stop:
			return
		}
	}
}

func (s *syncer) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	<-s.done // want warning goroutine-leak "it holds s.mu, which what would end the wait locks first"
}

func (s *syncer) StopRepaired() {
	s.mu.Lock()
	close(s.stop)
	s.mu.Unlock()
	<-s.done
}

type scheduler struct {
	mu   sync.Mutex
	stop chan bool
}

func (s *scheduler) Run() {
	s.mu.Lock()
	s.stop = make(chan bool, 1)
	s.mu.Unlock()
	<-s.stop
}

func (s *scheduler) Stop() {
	s.mu.Lock()
	if s.stop != nil {
		s.stop <- true // want warning goroutine-leak "with s.mu locked: what receives does so only once"
	}
	s.mu.Unlock()
}

type once struct {
	mu   sync.Mutex
	stop chan bool
}

func (s *once) Run() {
	s.mu.Lock()
	s.stop = make(chan bool, 1)
	s.mu.Unlock()
	<-s.stop
}

func (s *once) Stop() {
	s.mu.Lock()
	if s.stop != nil {
		s.stop <- true
		s.stop = nil
	}
	s.mu.Unlock()
}
