package semaphore

import (
	"errors"
	"testing"
)

type limiter struct{ slots chan struct{} }

func (l *limiter) acquire() { l.slots <- struct{}{} }
func (l *limiter) release() { <-l.slots }

type prober struct {
	*limiter
	check func(int) error
}

func (p *prober) probe(n int) error {
	p.acquire()
	if err := p.check(n); err != nil {
		return err // want global-deadlock "this return can skip the receive from slots"
	}
	p.release()
	return nil
}

func TestProbe(t *testing.T) {
	p := &prober{limiter: &limiter{make(chan struct{}, 1)}, check: func(n int) error {
		if n == 0 {
			return errors.New("not ready")
		}
		return nil
	}}
	for i := 0; i < 2; i++ {
		_ = p.probe(i)
	}
}
