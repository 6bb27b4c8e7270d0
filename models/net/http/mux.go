// ServeMux: which handler a request meets is open.

package http

import "sync"

type ServeMux struct {
	mu       sync.RWMutex
	handlers []Handler
}

func NewServeMux() *ServeMux { return &ServeMux{} }

var DefaultServeMux = NewServeMux()

func (mux *ServeMux) Handle(pattern string, handler Handler) {
	if handler == nil {
		panic("http: nil handler")
	}
	mux.mu.Lock()
	defer mux.mu.Unlock()
	mux.handlers = append(mux.handlers, handler)
}

func (mux *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	mux.Handle(pattern, HandlerFunc(handler))
}

func Handle(pattern string, handler Handler) { DefaultServeMux.Handle(pattern, handler) }

func HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	DefaultServeMux.HandleFunc(pattern, handler)
}

// matches says whether a request is for one handler.
func matches(r *Request, h Handler) bool

func (mux *ServeMux) Handler(r *Request) (h Handler, pattern string) {
	mux.mu.RLock()
	defer mux.mu.RUnlock()
	for _, h := range mux.handlers {
		if matches(r, h) {
			return h, r.Pattern
		}
	}
	return HandlerFunc(NotFound), ""
}

func (mux *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	h, _ := mux.Handler(r)
	h.ServeHTTP(w, r)
}
