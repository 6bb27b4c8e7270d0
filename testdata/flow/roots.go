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
