package stopwait

import (
	"context"
	"sync"
	"testing"
)

type job interface{ run(context.Context) }

type jobFunc func(context.Context)

func (f jobFunc) run(ctx context.Context) { f(ctx) }

type scheduler struct {
	mu       sync.Mutex
	finished *sync.Cond
	pending  []job
	resume   chan struct{}
	done     chan struct{}
	count    int
	ctx      context.Context
	cancel   context.CancelFunc
}

func newScheduler() *scheduler {
	s := &scheduler{resume: make(chan struct{}, 1), done: make(chan struct{}, 1)}
	s.finished = sync.NewCond(&s.mu)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.loop()
	return s
}

func (s *scheduler) schedule(j job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.pending, j)
	select {
	case s.resume <- struct{}{}:
	default:
	}
}

func (s *scheduler) loop() {
	defer close(s.done)
	for {
		var j job
		s.mu.Lock()
		if len(s.pending) > 0 {
			j = s.pending[0]
			s.pending = s.pending[1:]
		}
		s.mu.Unlock()
		if j == nil {
			select {
			case <-s.resume:
			case <-s.ctx.Done():
				return
			}
			continue
		}
		j.run(s.ctx)
		s.mu.Lock()
		s.count++
		s.finished.Broadcast()
		s.mu.Unlock()
	}
}

func (s *scheduler) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel()
	<-s.done // want global-deadlock "TestScheduler receiving from done"
}

func TestScheduler(t *testing.T) {
	s := newScheduler()
	s.schedule(jobFunc(func(context.Context) {}))
	s.stop()
}
