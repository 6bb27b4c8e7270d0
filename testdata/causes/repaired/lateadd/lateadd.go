package lateadd

import "sync"

func Each(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}
