package timer

import (
	"testing"
	"time"
)

type heartbeat struct {
	timer *time.Timer
	quit  chan struct{}
	fired chan struct{}
}

func (h *heartbeat) watch() {
	select {
	case <-h.timer.C:
		close(h.fired)
	case <-h.quit:
	}
}

func TestHeartbeat(t *testing.T) {
	h := &heartbeat{timer: time.NewTimer(time.Second), quit: make(chan struct{}), fired: make(chan struct{})}
	go h.watch()
	defer close(h.quit)
	if h.timer.Stop() {
		return
	}
	<-h.fired
}
