package timerdrain

import (
	"testing"
	"time"
)

type idle struct {
	timer  *time.Timer
	active chan struct{}
	quit   chan struct{}
	idles  int
}

func (w *idle) run() {
	for {
		select {
		case <-w.timer.C:
			w.idles++
		case <-w.active:
			if !w.timer.Stop() {
				<-w.timer.C // want global-deadlock "..idle..run receiving from w.timer.C"
			}
			w.timer.Reset(time.Second)
		case <-w.quit:
			w.timer.Stop()
			return
		}
	}
}

func TestIdle(t *testing.T) {
	w := &idle{timer: time.NewTimer(time.Second), active: make(chan struct{}), quit: make(chan struct{})}
	go w.run()
	time.Sleep(2 * time.Second)
	w.active <- struct{}{}
	w.quit <- struct{}{}
}
