package p

import "sync"

func Flush(items []int) {
	var mu sync.Mutex
	for _, item := range items {
		mu.Lock()
		if item == 0 {
			mu.Unlock()
		}
		mu.Unlock()
	}
}
