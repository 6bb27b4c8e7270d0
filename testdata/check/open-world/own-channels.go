// Channels and condition variables that only the module can use: somebody else in it has to complete an operation, or nothing is proved.
package ownchannels

import "sync"

// What only those receive from who have sent is left to nobody.
type Semaphore struct {
	sem chan struct{}
	n   int
}

func NewSemaphore() *Semaphore { return &Semaphore{sem: make(chan struct{}, 1)} }

// verdict: open
// client hang:
//
//	s := NewSemaphore()
//	s.Held(nil)
//	s.Held(nil)
func (s *Semaphore) Held(err error) {
	s.sem <- struct{}{}
	if err == nil {
		return
	}
	<-s.sem
}

// Somebody else gives what is waited for, and takes what is sent.
type Queue struct{ c chan int }

func NewQueue() *Queue { return &Queue{c: make(chan int, 1)} }

// verdict: closed
// assumes: environment: q.c
func (q *Queue) Put(v int) { q.c <- v }

// verdict: closed
// assumes: environment: q.c
func (q *Queue) Take() int { return <-q.c }

// Signals that never come.
type Silent struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

func NewSilent() *Silent {
	s := &Silent{}
	s.cond = sync.NewCond(&s.mu)
	return s
}

// verdict: open
// client hang:
//
//	s := NewSilent()
//	go s.Ready()
//	s.Wait()
func (s *Silent) Wait() {
	s.mu.Lock()
	for !s.ready {
		s.cond.Wait()
	}
	s.ready = false
	s.mu.Unlock()
	s.mu.Lock()
	for !s.ready {
		s.cond.Wait()
	}
	s.mu.Unlock()
}

// verdict: closed
func (s *Silent) Ready() {
	s.mu.Lock()
	s.ready = true
	s.mu.Unlock()
}

type Heard struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

func NewHeard() *Heard {
	h := &Heard{}
	h.cond = sync.NewCond(&h.mu)
	return h
}

// verdict: closed
func (h *Heard) Wait() {
	h.mu.Lock()
	for !h.ready {
		h.cond.Wait()
	}
	h.mu.Unlock()
}

// verdict: closed
func (h *Heard) Ready() {
	h.mu.Lock()
	h.ready = true
	h.cond.Broadcast()
	h.mu.Unlock()
}

// A function that only the module can have put there, and that does nothing with the channel.
type Handlers struct {
	idle   [1]func(chan int)
	closes [1]func(chan int)
}

func NewHandlers() *Handlers {
	h := &Handlers{}
	h.idle[0] = func(chan int) {}
	h.closes[0] = func(c chan int) { close(c) }
	return h
}

// verdict: open
// client hang:
//
//	NewHandlers().Idle()
func (h *Handlers) Idle() {
	c := make(chan int)
	h.idle[0](c)
	<-c
}

// verdict: closed
func (h *Handlers) Closes() {
	c := make(chan int)
	h.closes[0](c)
	<-c
}

// Nobody loads from the map.
type Waiters struct{ all sync.Map }

// verdict: open
// client hang:
//
//	var w Waiters
//	w.Add(1)
func (w *Waiters) Add(k int) {
	c := make(chan int)
	w.all.Store(k, c)
	c <- k
}

// Whoever could take what is sent needs the lock first.
type Locked struct {
	mu sync.Mutex
	c  chan int
	n  int
}

func NewLocked() *Locked { return &Locked{c: make(chan int)} }

// verdict: open
// client hang:
//
//	l := NewLocked()
//	go l.Take()
//	l.Put(1)
func (l *Locked) Put(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.c <- v
}

// verdict: open
func (l *Locked) Take() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return <-l.c
}

type Unlocked struct {
	mu sync.Mutex
	c  chan int
	n  int
}

func NewUnlocked() *Unlocked { return &Unlocked{c: make(chan int)} }

// verdict: closed
func (u *Unlocked) Put(v int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.c <- v
}

// verdict: closed
func (u *Unlocked) Take() int {
	v := <-u.c
	u.mu.Lock()
	u.n += v
	u.mu.Unlock()
	return v
}

// A condition variable gives its own lock away while it waits, and no other.
type Outer struct {
	outer, mu sync.Mutex
	cond      *sync.Cond
	ready     bool
}

func NewOuter() *Outer {
	o := &Outer{}
	o.cond = sync.NewCond(&o.mu)
	return o
}

// verdict: open
// client hang:
//
//	o := NewOuter()
//	ready := make(chan bool)
//	go func() {
//		close(ready)
//		o.Wait()
//	}()
//	<-ready
//	o.Wait()
func (o *Outer) Wait() {
	o.outer.Lock()
	defer o.outer.Unlock()
	o.mu.Lock()
	for !o.ready {
		o.cond.Wait()
	}
	o.mu.Unlock()
}

// verdict: closed
func (o *Outer) Ready() {
	o.outer.Lock()
	defer o.outer.Unlock()
	o.mu.Lock()
	o.ready = true
	o.cond.Broadcast()
	o.mu.Unlock()
}
