// What is used in a way that cannot do what it is for: copies of locks, contexts that are never cancelled, waits that are not repeated.
package p

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

type tally struct {
	mu sync.Mutex
	wg sync.WaitGroup
	n  int
}

func (t tally) finish() { // want warning copied-lock "t is a copy"
	t.wg.Done()
}

func (t tally) add() { // want warning copied-lock "the Mutex in it"
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (t *tally) well() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func work(wg sync.WaitGroup) { // want warning copied-lock "the WaitGroup in it"
	defer wg.Done()
}

type borrowed struct{ mu *sync.Mutex }

// A pointer is copied, not what it points to.
func (b borrowed) use() {
	b.mu.Lock()
	defer b.mu.Unlock()
}

// Only reads another field.
func (t tally) count() int { return t.n }

func blank() context.Context {
	ctx, _ := context.WithCancel(context.Background()) // want warning lost-cancel "nothing ever calls"
	return ctx
}

func dropped(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, time.Second) // want warning lost-cancel "nothing ever calls"
	_ = cancel
	<-ctx.Done()
	return ctx.Err()
}

func copiedCancel(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	stop := cancel
	defer stop()
	return ctx.Err()
}

type kept struct{ cancel context.CancelFunc }

func keeps(k *kept) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	k.cancel = cancel
	return ctx
}

func returned() (context.Context, context.CancelFunc) {
	return context.WithCancel(context.Background())
}

func captured() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { cancel() }()
	return ctx
}

func early(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		go func() {
			wg.Add(1) // want warning late-add "Wait may come first"
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}

// The counter is up while it is raised again.
func nested(do func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		wg.Add(1)
		go func() {
			defer wg.Done()
			do()
		}()
	}()
	wg.Wait()
}

// What the goroutine counts is the work of others, which waits for it.
func counts(items []int, do func(int)) {
	var wg sync.WaitGroup
	counted := make(chan bool)
	go func() {
		for range items {
			wg.Add(1)
		}
		close(counted)
	}()
	<-counted
	for _, item := range items {
		go func() {
			do(item)
			wg.Done()
		}()
	}
	wg.Wait()
}

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func (q *queue) takeOnce() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait() // want warning single-wait "is not in a loop"
	}
	return q.items[0]
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.items[0]
}

func (q *queue) put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
	q.cond.Signal()
}

// Its callers ask again.
func (q *queue) wait() { q.cond.Wait() }

func (q *queue) takeRetrying() int {
	q.mu.Lock()
	defer q.mu.Unlock()
again:
	if len(q.items) == 0 {
		q.cond.Wait()
		goto again
	}
	return q.items[0]
}

func spin(start func()) {
	var ready atomic.Bool
	go start()
	for !ready.Load() { // want endless-spin "nothing sets"
		runtime.Gosched()
	}
}

func sleeps(start func()) {
	var left atomic.Int64
	go start()
	for left.Load() == 0 { // want endless-spin "nothing sets"
		time.Sleep(time.Millisecond)
	}
}

func spinsWell(start func()) {
	var ready atomic.Bool
	go func() {
		start()
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
}

func spinsByPointer(start func(*atomic.Bool)) {
	var ready atomic.Bool
	go start(&ready)
	for !ready.Load() {
		runtime.Gosched()
	}
}

func spinsWithEnd(start func()) int {
	var ready atomic.Bool
	go start()
	tries := 0
	for !ready.Load() {
		if tries++; tries > 10 {
			return tries
		}
	}
	return 0
}
