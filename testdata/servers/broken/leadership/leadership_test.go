package leadership

import "testing"

type raft struct {
	leaderCh chan bool
	applyCh  chan *future
	stepDown chan struct{}
	done     chan struct{}
}

type future struct{ errCh chan error }

func (r *raft) runLeader() {
	r.leaderCh <- true
	for {
		select {
		case f := <-r.applyCh:
			f.errCh <- nil
		case <-r.stepDown:
			r.leaderCh <- false // want global-deadlock "..raft..runLeader sending on leaderCh"
			close(r.done)
			return
		}
	}
}

func (r *raft) barrier() error {
	f := &future{errCh: make(chan error, 1)}
	r.applyCh <- f
	return <-f.errCh
}

type server struct {
	raft *raft
	stop chan struct{}
}

func (s *server) monitorLeadership() {
	for {
		select {
		case leader := <-s.raft.leaderCh:
			if leader {
				s.raft.barrier()
			}
		case <-s.stop:
			return
		}
	}
}

func TestLeadership(t *testing.T) {
	r := &raft{leaderCh: make(chan bool), applyCh: make(chan *future), stepDown: make(chan struct{}), done: make(chan struct{})}
	s := &server{raft: r, stop: make(chan struct{})}
	go r.runLeader()
	finished := make(chan struct{})
	go func() {
		s.monitorLeadership()
		close(finished)
	}()
	close(r.stepDown)
	<-r.done
	close(s.stop)
	<-finished
}
