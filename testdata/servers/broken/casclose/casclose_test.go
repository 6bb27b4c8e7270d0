package casclose

import (
	"sync/atomic"
	"testing"
)

type stopper struct {
	stopped atomic.Int32
	quit    chan struct{}
	onStop  []func()
}

func (s *stopper) stop() {
	if s.stopped.Load() == 1 {
		return
	}
	s.stopped.Store(1)
	close(s.quit) // want double-close "a second time"
	for _, f := range s.onStop {
		f()
	}
}

func TestStop(t *testing.T) {
	s := &stopper{quit: make(chan struct{})}
	n := 0
	s.onStop = append(s.onStop, func() { n++ })
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.stop()
	}()
	s.stop()
	<-done
}
