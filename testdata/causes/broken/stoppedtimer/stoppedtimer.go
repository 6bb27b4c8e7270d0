package stoppedtimer

import "time"

type Retry struct {
	timer *time.Timer
	tries int
}

func (r *Retry) wait() {
	<-r.timer.C // want goroutine-leak "can block forever receiving from r.timer.C"
	r.tries++
}

func Twice(ok func() bool) int {
	r := &Retry{timer: time.NewTimer(time.Second)}
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
