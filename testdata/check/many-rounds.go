// Loops with very many rounds are not counted out; what they leave in memory is no reason for an alarm.

package p

import "sync"

type queue struct {
	mu    sync.Mutex
	items []int
}

func (q *queue) put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
}

func (q *queue) take() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return false
	}
	q.items = q.items[1:]
	return true
}

func Balanced() {
	q := &queue{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for i := 0; i < 1000; i++ {
			q.put(i)
		}
	}()
	go func() {
		defer wg.Done()
		taken := 0
		for taken < 1000 {
			if q.take() {
				taken++
			}
		}
	}()
	wg.Wait() // want note goroutine-leak "can block forever in wg\.Wait\(\)"
}
