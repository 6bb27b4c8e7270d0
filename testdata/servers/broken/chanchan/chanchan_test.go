package chanchan

import (
	"testing"
	"time"
)

type server struct {
	requests chan chan int
	stop     chan struct{}
	value    int
}

func (s *server) serve() {
	for {
		select {
		case reply := <-s.requests:
			s.value++
			reply <- s.value // want goroutine-leak "..server..serve can block forever sending on reply"
		case <-s.stop:
			return
		}
	}
}

func (s *server) get(d time.Duration) (int, bool) {
	reply := make(chan int)
	s.requests <- reply
	select {
	case v := <-reply:
		return v, true
	case <-time.After(d):
		return 0, false
	}
}

func TestServer(t *testing.T) {
	s := &server{requests: make(chan chan int), stop: make(chan struct{})}
	go s.serve()
	s.get(time.Millisecond)
	close(s.stop)
}
