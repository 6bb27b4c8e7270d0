package sendlocked

import "sync"

type Feed struct {
	mu   sync.Mutex
	last int
	out  chan int
}

func (f *Feed) Push(n int) {
	f.mu.Lock()
	f.last = n
	f.mu.Unlock()
	f.out <- n
}

func (f *Feed) Last() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

func Relay(n int) int {
	f := &Feed{out: make(chan int)}
	go f.Push(n)
	last := f.Last()
	return last + <-f.out
}
