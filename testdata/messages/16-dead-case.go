package p

type Server struct {
	work chan int
	stop chan bool
}

func NewServer() *Server {
	return &Server{work: make(chan int), stop: make(chan bool)}
}

func (s *Server) Submit(n int) { s.work <- n }

func (s *Server) Run() {
	for {
		select {
		case <-s.work:
		case <-s.stop:
			return
		}
	}
}
