package waitlocked

import "sync"

type Server struct {
	mu    sync.Mutex
	wg    sync.WaitGroup
	conns int
}

func (s *Server) serve() {
	defer s.wg.Done()
	s.mu.Lock()
	s.conns++
	s.mu.Unlock()
}

func (s *Server) Stop() {
	s.wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = 0
}

func Serve() {
	s := &Server{}
	s.wg.Add(1)
	go s.serve()
	s.Stop()
}
