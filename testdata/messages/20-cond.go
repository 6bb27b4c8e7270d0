package p

import "sync"

func Pop(items []int) int {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	filled := false
	go func() {
		mu.Lock()
		filled = true
		mu.Unlock()
	}()
	mu.Lock()
	for !filled {
		ready.Wait()
	}
	mu.Unlock()
	return items[0]
}
