// Lockers that are no locks themselves: the read side of an RWMutex, and types of the program with a lock in them.
package p

import "sync"

type Table struct {
	mu   sync.RWMutex
	cond *sync.Cond
	at   int
}

func (t *Table) Get() int {
	r := t.mu.RLocker()
	r.Lock()
	defer r.Unlock()
	return t.inner()
}

func (t *Table) inner() int {
	r := t.mu.RLocker()
	r.Lock() // want double-lock "locking t.mu, which it already holds"
	defer r.Unlock()
	return t.at
}

func (t *Table) Set(n int) {
	t.mu.Lock()
	t.at = n
	t.mu.Unlock()
}

func GetAndSet() {
	t := &Table{}
	done := make(chan struct{})
	go func() {
		t.Set(1)
		close(done)
	}()
	t.Get()
	<-done
}

func (t *Table) await() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for t.at == 0 {
		t.cond.Wait() // want goroutine-leak "can block forever in .*Wait"
	}
}

// Each of the two is woken: the read lock is released while they wait.
func Two() {
	t := &Table{}
	t.cond = sync.NewCond(t.mu.RLocker())
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t.await()
		}()
	}
	t.Set(1)
	t.cond.Broadcast()
	wg.Wait()
}

func OneOfTwo() {
	t := &Table{}
	t.cond = sync.NewCond(t.mu.RLocker())
	for range 2 {
		go t.await()
	}
	t.Set(1)
	t.cond.Signal()
}

type Queue struct {
	sync.Mutex
	ready *sync.Cond
	n     int
}

func NewQueue() *Queue {
	q := &Queue{}
	q.ready = sync.NewCond(q)
	return q
}

func (q *Queue) take() {
	q.Lock()
	defer q.Unlock()
	for q.n == 0 {
		q.ready.Wait()
	}
	q.n--
}

func (q *Queue) put() {
	q.Lock()
	q.n++
	q.Unlock()
	q.ready.Signal()
}

func Embedded() {
	q := NewQueue()
	done := make(chan struct{})
	go func() {
		q.take()
		close(done)
	}()
	q.put()
	<-done
}
