package flight

import (
	"errors"
	"sync"
	"testing"
)

type call[V any] struct {
	done chan struct{}
	val  V
	err  error
}

type flight[K comparable, V any] struct {
	mu    sync.Mutex
	calls map[K]*call[V]
}

func (f *flight[K, V]) do(key K, fn func() (V, error)) (V, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done
		return c.val, c.err
	}
	c := &call[V]{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()
	c.val, c.err = fn()
	if c.err != nil {
		return c.val, c.err // want global-deadlock "this return can skip close.done."
	}
	close(c.done)
	f.mu.Lock()
	delete(f.calls, key)
	f.mu.Unlock()
	return c.val, c.err
}

func TestFlight(t *testing.T) {
	f := &flight[string, int]{calls: map[string]*call[int]{}}
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f.do("k", func() (int, error) { return 0, errors.New("down") })
		}()
	}
	wg.Wait()
}
