package timer

import (
	"testing"
	"time"
)

type heartbeat struct {
	timer *time.Timer
	beat  chan struct{}
	fired chan struct{}
}

func (h *heartbeat) watch() {
	<-h.timer.C // want goroutine-leak "..heartbeat..watch can block forever receiving from h.timer."
	close(h.fired)
}

func TestHeartbeat(t *testing.T) {
	h := &heartbeat{timer: time.NewTimer(time.Second), fired: make(chan struct{})}
	go h.watch()
	if h.timer.Stop() {
		return
	}
	<-h.fired
}
