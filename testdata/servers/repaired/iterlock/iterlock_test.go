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
		names := make([]string, 0, len(r.items))
		values := make([]T, 0, len(r.items))
		for name, x := range r.items {
			names = append(names, name)
			values = append(values, x)
		}
		r.mu.Unlock()
		for i, name := range names {
			if !yield(name, values[i]) {
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
