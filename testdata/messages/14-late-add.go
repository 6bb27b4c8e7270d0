package p

import "sync"

func All(tasks []func()) {
	var wg sync.WaitGroup
	for _, task := range tasks {
		go func() {
			wg.Add(1)
			defer wg.Done()
			task()
		}()
	}
	wg.Wait()
}

func One(task func()) {
	var wg sync.WaitGroup
	go func() {
		defer wg.Done()
		task()
	}()
	wg.Add(1)
	wg.Wait()
}
