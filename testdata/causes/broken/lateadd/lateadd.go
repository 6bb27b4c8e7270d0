package lateadd

import "sync"

func Each(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		go func() {
			wg.Add(1) // want late-add "wg.Add.1. runs in the goroutine that it counts"
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}
