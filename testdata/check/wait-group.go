// Wait groups: one goroutine forgets to say that it is done.
package p

import "sync"

func Forgets(n int, bad bool) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { wg.Done() }()
	go func() {
		if bad {
			return
		}
		wg.Done()
	}()
	wg.Wait() // want warning global-deadlock "Wait"
}

func Counts(n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
		}()
	}
	wg.Wait()
}
