// Servers: any number of requests may arrive, each handled in a goroutine of its own.

package http

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net"
	"sync"
	"time"
)

var ErrServerClosed = errors.New("http: Server closed")

func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// request is the next request, which may never come.
//
//gordian:model waits
func request() (ResponseWriter, *Request)

// failed says whether the network gives up.
func failed() error

type Server struct {
	Addr                         string
	Handler                      Handler
	DisableGeneralOptionsHandler bool
	TLSConfig                    *tls.Config
	ReadTimeout                  time.Duration
	ReadHeaderTimeout            time.Duration
	WriteTimeout                 time.Duration
	IdleTimeout                  time.Duration
	MaxHeaderBytes               int
	TLSNextProto                 map[string]func(*Server, *tls.Conn, Handler)
	ConnState                    func(net.Conn, ConnState)
	ErrorLog                     *log.Logger
	BaseContext                  func(net.Listener) context.Context
	ConnContext                  func(ctx context.Context, c net.Conn) context.Context
	HTTP2                        *HTTP2Config
	Protocols                    *Protocols

	mu     sync.Mutex
	closed bool
	// Requests that are being handled.
	active int
}

func (s *Server) Serve(l net.Listener) error {
	handler := s.Handler
	if handler == nil {
		handler = DefaultServeMux
	}
	for {
		w, r := request()
		if err := s.begin(); err != nil {
			return err
		}
		go func() {
			defer s.end()
			handler.ServeHTTP(w, r)
		}()
	}
}

func (s *Server) begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrServerClosed
	}
	if err := failed(); err != nil {
		return err
	}
	s.active++
	return nil
}

func (s *Server) end() {
	s.mu.Lock()
	s.active--
	s.mu.Unlock()
}

func (s *Server) ServeTLS(l net.Listener, certFile, keyFile string) error { return s.Serve(l) }

func (s *Server) ListenAndServe() error {
	l, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return err
	}
	return s.Serve(l)
}

func (s *Server) ListenAndServeTLS(certFile, keyFile string) error { return s.ListenAndServe() }

func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	return nil
}

// Shutdown looks again and again whether all requests are handled, until its context is done.
func (s *Server) Shutdown(ctx context.Context) error {
	s.Close()
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for {
		s.mu.Lock()
		idle := s.active == 0
		s.mu.Unlock()
		if idle {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

func Serve(l net.Listener, handler Handler) error {
	return (&Server{Handler: handler}).Serve(l)
}

func ServeTLS(l net.Listener, handler Handler, certFile, keyFile string) error {
	return (&Server{Handler: handler}).ServeTLS(l, certFile, keyFile)
}

func ListenAndServe(addr string, handler Handler) error {
	return (&Server{Addr: addr, Handler: handler}).ListenAndServe()
}

func ListenAndServeTLS(addr, certFile, keyFile string, handler Handler) error {
	return (&Server{Addr: addr, Handler: handler}).ListenAndServeTLS(certFile, keyFile)
}
