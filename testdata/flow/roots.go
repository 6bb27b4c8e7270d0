// Functions, some of which are worth a fragment of their own.
package roots

import "sync"

type box struct {
	mu sync.Mutex
	n  int
}

func (b *box) Add() { // root function
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
}

func (b *box) get() int { // root function
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func Pure(x int) int { return x + 1 }

func start(f func()) { // root function
	go f()
}

func Indirect() { // root function
	relay()
}

func relay() {
	start(func() {})
}

func Channel() chan int { // root function
	return make(chan int)
}

type shelf[K comparable, V any] struct {
	mu    sync.Mutex
	items map[K]V
}

func (s *shelf[K, V]) put(k K, v V) { // root function
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[k] = v
}

type number interface{ ~int | ~int64 }

func Spread[S ~[]E, E number](all S) chan E { // root function
	out := make(chan E, len(all))
	for _, one := range all {
		out <- one
	}
	return out
}

type sender[T any] interface {
	*T
	send(chan T)
}

// No type is known that fits.
func Through[T any, P sender[T]](p P) {
	c := make(chan T, 1)
	p.send(c)
}
