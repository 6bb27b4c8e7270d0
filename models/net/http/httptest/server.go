// Servers for tests: they run in a goroutine from Start to Close.

package httptest

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"
)

type Server struct {
	URL         string
	Listener    net.Listener
	EnableHTTP2 bool
	TLS         *tls.Config
	Config      *http.Server
	wg          sync.WaitGroup
	// Keeps the type from being compared, as the original does.
	_ func()
}

// listener is a listener on some free port.
func listener() net.Listener

// address is the URL of a server.
func address() string

func NewUnstartedServer(handler http.Handler) *Server {
	return &Server{Listener: listener(), Config: &http.Server{Handler: handler}}
}

func NewServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.Start()
	return s
}

func NewTLSServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.StartTLS()
	return s
}

func (s *Server) Start() {
	if s.URL != "" {
		panic("Server already started")
	}
	s.URL = address()
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		s.Config.Serve(s.Listener)
	}()
}

func (s *Server) StartTLS() { s.Start() }

func (s *Server) Close() { s.Config.Close() }
