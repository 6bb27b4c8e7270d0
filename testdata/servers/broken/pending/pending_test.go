package pending

import (
	"sync"
	"testing"
)

type rpc struct {
	mu      sync.Mutex
	pending map[string]chan string
	closed  bool
}

func (r *rpc) call(id string) string {
	ch := make(chan string, 1)
	r.mu.Lock()
	r.pending[id] = ch
	r.mu.Unlock()
	return <-ch // want global-deadlock "receiving from ch"
}

func (r *rpc) answer(id, text string) {
	r.mu.Lock()
	ch, ok := r.pending[id]
	delete(r.pending, id)
	r.mu.Unlock()
	if ok {
		ch <- text
	}
}

func (r *rpc) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for id, ch := range r.pending {
		close(ch)
		delete(r.pending, id)
	}
}

func TestCall(t *testing.T) {
	r := &rpc{pending: map[string]chan string{}}
	done := make(chan struct{})
	go func() {
		r.call("1")
		close(done)
	}()
	r.close()
	<-done
}
