package endings

import (
	"sync"
	"testing"
)

// The hand-overs between goroutines must not hide that nothing orders the two writes.
func TestRacy(t *testing.T) {
	n := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func(locked bool) {
			defer wg.Done()
			if locked {
				mu.Lock()
				defer mu.Unlock()
			}
			n++
		}(i == 0)
	}
	wg.Wait()
}

func TestNotRacy(t *testing.T) {
	n, ready := 0, false
	var mu sync.Mutex
	var rw sync.RWMutex
	var once sync.Once
	cond := sync.NewCond(&mu)
	c := make(chan int)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { n++ })
			rw.Lock()
			n++
			rw.Unlock()
			mu.Lock()
			for !ready {
				cond.Wait()
			}
			mu.Unlock()
			rw.Lock()
			n += <-c
			rw.Unlock()
		}()
	}
	mu.Lock()
	ready = true
	cond.Broadcast()
	mu.Unlock()
	c <- 1
	c <- 1
	wg.Wait()
	if n != 5 {
		t.Fatal(n)
	}
}
