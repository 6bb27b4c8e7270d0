package p

import "sync"

func Sum(parts []int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for _, part := range parts {
		wg.Add(1)
		go func() {
			if part == 0 {
				return
			}
			mu.Lock()
			total += part
			mu.Unlock()
			wg.Done()
		}()
	}
	wg.Wait()
	return total
}
