package stoppedtimer

import "time"

type Retry struct {
	timer *time.Timer
	quit  chan struct{}
	tries int
}

func (r *Retry) wait() {
	select {
	case <-r.timer.C:
		r.tries++
	case <-r.quit:
	}
}

func Twice(ok func() bool) int {
	r := &Retry{timer: time.NewTimer(time.Second), quit: make(chan struct{})}
	defer close(r.quit)
	done := make(chan struct{})
	go func() {
		r.wait()
		close(done)
	}()
	if ok() && r.timer.Stop() {
		return r.tries
	}
	<-done
	return r.tries
}
