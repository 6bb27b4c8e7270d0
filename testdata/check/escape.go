// What leaves a function can be used by others: nothing is said about it.
package p

import "sync"

type Server struct {
	jobs chan int
	wg   sync.WaitGroup
}

func NewServer() *Server {
	s := &Server{jobs: make(chan int)}
	s.wg.Add(1)
	go s.loop()
	return s
}

func (s *Server) loop() {
	defer s.wg.Done()
	for range s.jobs {
	}
}

func (s *Server) Submit(n int) { s.jobs <- n }

func (s *Server) Close() {
	close(s.jobs)
	s.wg.Wait()
}

var events = make(chan string)

func Emit(name string) { events <- name }
