package copiedgroup

import "sync"

func work(n int, do func(int), wg sync.WaitGroup) { // want copied-lock "wg is a copy of the caller's value"
	defer wg.Done()
	do(n)
}

func Run(do func(int)) {
	var wg sync.WaitGroup
	wg.Add(2)
	go work(1, do, wg)
	go work(2, do, wg)
	wg.Wait()
}
