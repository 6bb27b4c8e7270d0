package lateadd

import "sync"

func Each(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		go func() {
			wg.Add(1)
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}
