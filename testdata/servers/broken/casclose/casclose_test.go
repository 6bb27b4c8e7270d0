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
	if s.stopped.Load() == 1 { // want double-close "two goroutines can both get past this check"
		return
	}
	s.stopped.Store(1)
	close(s.quit)
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
