package lostsignal

import (
	"sync"
	"testing"
)

// One condition variable for producers and consumers of a bounded queue.
type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items int
	limit int
}

func newQueue(limit int) *queue {
	q := &queue{limit: limit}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.items == q.limit {
		q.cond.Wait()
	}
	q.items++
	q.cond.Signal()
}

func (q *queue) take() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.items == 0 {
		q.cond.Wait()
	}
	q.items--
	q.cond.Signal() // want global-deadlock "Signal wakes only one of the goroutines that wait for q.cond"
}

func TestQueue(t *testing.T) {
	q := newQueue(1)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(2)
		go func() {
			defer wg.Done()
			q.put()
		}()
		go func() {
			defer wg.Done()
			q.take()
		}()
	}
	wg.Wait()
}
