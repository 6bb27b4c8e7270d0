// Package locks has functions with read-write locks whose communication depends on a parameter.
package locks

import "sync"

// Ask has n readers and one writer in between: all come to their ends.
// want proved
func Ask(n int) {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.RLock()
			defer mu.RUnlock()
		}()
	}
	mu.Lock()
	mu.Unlock()
	wg.Wait()
}

// Deep takes the read lock again while it holds it: a writer that comes between stops both.
// want precondition "depth <= 1"
func Deep(depth int) {
	var mu sync.RWMutex
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	for i := 0; i < depth; i++ {
		mu.RLock()
	}
	for i := 0; i < depth; i++ {
		mu.RUnlock()
	}
}

// Report sends while it holds the read lock, to someone who first wants to write.
// want precondition "room < 0 || n <= room"
func Report(n, room int) {
	if room < 0 {
		return
	}
	var mu sync.RWMutex
	answers := make(chan int, room)
	for i := 0; i < n; i++ {
		go func() {
			mu.RLock()
			answers <- i
			mu.RUnlock()
		}()
	}
	mu.Lock()
	mu.Unlock()
	for i := 0; i < n; i++ {
		<-answers
	}
}
