// Condition variables: a wait in a loop over a condition, and a signal that comes too early.
package p

import "sync"

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func newQueue() *queue {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n
}

func Right() int {
	q := newQueue()
	go q.put(1)
	return q.take()
}

func TooEarly() {
	q := newQueue()
	go q.cond.Signal()
	q.mu.Lock()
	q.cond.Wait() // want global-deadlock "Wait"
	q.mu.Unlock()
}
