package valuereceiver

import "sync"

type Tally struct {
	mu sync.Mutex
	wg sync.WaitGroup
	n  int
}

func (t Tally) finish() { // want copied-lock "t is a copy of the caller's value"
	t.wg.Done()
}

func Count(do func()) {
	var t Tally
	t.wg.Add(1)
	go func() {
		do()
		t.finish()
	}()
	t.wg.Wait()
}
