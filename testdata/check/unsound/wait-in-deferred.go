// A deferred Wait waits for a goroutine that needs what is released later.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	mu.Lock()
	defer mu.Unlock()
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		mu.Unlock()
	}()
	defer wg.Wait()
}
