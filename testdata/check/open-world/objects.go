// Which object is meant: others put another one there, interfaces hold locks of two types, channels are nil, counters are the fragment's own.
package objects

import (
	"sort"
	"sync"
	"sync/atomic"
)

type Account struct {
	mu sync.Mutex
	n  int
}

type Current struct{ cur atomic.Pointer[Account] }

// verdict: open
// client panic:
//
//	var c Current
//	c.cur.Store(new(Account))
//	go func() {
//		for {
//			c.cur.Store(new(Account))
//		}
//	}()
//	for {
//		c.Use()
//	}
func (c *Current) Use() {
	c.cur.Load().mu.Lock()
	c.cur.Load().mu.Unlock()
}

// verdict: closed
func (c *Current) UseOne() {
	a := c.cur.Load()
	a.mu.Lock()
	a.mu.Unlock()
}

// verdict: open
// client panic:
//
//	Release(new(sync.RWMutex))
func Release(l sync.Locker) {
	l.Lock()
	switch m := l.(type) {
	case *sync.Mutex:
		m.Unlock()
	case *sync.RWMutex:
		m.RUnlock()
	}
}

// verdict: closed
func ReleaseRight(l sync.Locker) {
	l.Lock()
	switch m := l.(type) {
	case *sync.Mutex:
		m.Unlock()
	default:
		l.Unlock()
	}
}

// What sorts two or more values calls the literal, what sorts one does not.
//
// verdict: open
// client hang:
//
//	var mu sync.Mutex
//	Sorted([]int{1}, &mu)
//	Sorted([]int{1}, &mu)
func Sorted(xs []int, mu *sync.Mutex) {
	mu.Lock()
	done := false
	sort.Slice(xs, func(i, j int) bool {
		if !done {
			done = true
			mu.Unlock()
		}
		return xs[i] < xs[j]
	})
}

// verdict: closed
func SortedRight(xs []int, mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
}

type Message struct{ reply chan int }

// verdict: open
// client hang:
//
//	Answer(Message{})
func Answer(m Message) {
	if m.reply == nil {
		m.reply <- 0
	}
}

// verdict: closed
// assumes: environment: m.reply
func AnswerRight(m Message) {
	if m.reply != nil {
		m.reply <- 0
	}
}

// The goroutine needs the lock with which the function waits for it.
type Worker struct {
	mu sync.Mutex
	wg sync.WaitGroup
	n  int
}

// verdict: open
// client hang:
//
//	var w Worker
//	w.Run()
func (w *Worker) Run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wg.Add(1)
	go w.work()
	w.wg.Wait()
}

func (w *Worker) work() {
	defer w.wg.Done()
	w.mu.Lock()
	w.n++
	w.mu.Unlock()
}

// verdict: closed
func (w *Worker) RunRight() {
	w.wg.Add(1)
	go w.work()
	w.wg.Wait()
}

// Functions in a slice may call back in as well.
type Hooks struct {
	mu  sync.RWMutex
	all []func()
}

// verdict: closed
func (h *Hooks) Add(f func()) {
	h.mu.Lock()
	h.all = append(h.all, f)
	h.mu.Unlock()
}

// verdict: closed
// assumes: no-reentry: objects.(*Hooks).Fire
func (h *Hooks) Fire() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, f := range h.all {
		f()
	}
}

// verdict: closed
// without: no-reentry: objects.(*Hooks).FireLater
func (h *Hooks) FireLater() {
	h.mu.RLock()
	all := h.all
	h.mu.RUnlock()
	for _, f := range all {
		f()
	}
}
