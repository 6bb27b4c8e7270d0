package syncmap

import (
	"sync"
	"testing"
)

type session struct {
	id    string
	input chan string
}

type hub struct {
	sessions sync.Map
	wg       sync.WaitGroup
}

func (h *hub) open(id string) {
	s := &session{id: id, input: make(chan string)}
	h.sessions.Store(id, s)
	h.wg.Add(1)
	go func() {
		defer h.wg.Done()
		for range s.input { // want global-deadlock "receiving from input"
		}
	}()
}

func (h *hub) closeAll() {
	h.sessions.Range(func(k, v any) bool {
		h.sessions.Delete(k)
		return true
	})
	h.wg.Wait()
}

func TestHub(t *testing.T) {
	h := &hub{}
	h.open("a")
	h.closeAll()
}
