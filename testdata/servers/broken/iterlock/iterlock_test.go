package iterlock

import (
	"iter"
	"sync"
	"testing"
)

type registry[T any] struct {
	mu    sync.Mutex
	items map[string]T
}

func (r *registry[T]) add(name string, x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items[name] = x
}

func (r *registry[T]) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.items, name)
}

func (r *registry[T]) all() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for name, x := range r.items {
			if !yield(name, x) { // want double-lock "TestRegistry can block forever locking r.mu, which it alread"
				return
			}
		}
	}
}

func TestRegistry(t *testing.T) {
	r := &registry[int]{items: map[string]int{}}
	r.add("a", 1)
	r.add("b", 0)
	for name, x := range r.all() {
		if x == 0 {
			r.remove(name)
		}
	}
}
