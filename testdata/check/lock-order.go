// Two locks taken in both orders, and two that are not.
package p

import "sync"

type account struct {
	mu  sync.Mutex
	sum int
}

func transfer(from, to *account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want lock-order "cycle"
	defer to.mu.Unlock()
	from.sum -= n
	to.sum += n
}

func Both() {
	a, b := &account{}, &account{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		transfer(a, b, 1)
	}()
	go func() {
		defer wg.Done()
		transfer(b, a, 1)
	}()
	wg.Wait()
}

func Same() {
	a, b := &account{}, &account{}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			a.mu.Lock()
			defer a.mu.Unlock()
			b.mu.Lock()
			defer b.mu.Unlock()
		}()
	}
	wg.Wait()
}
