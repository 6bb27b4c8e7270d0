package doneafter

import "sync"

type Batch struct {
	wg    sync.WaitGroup
	tasks chan func()
}

func (b *Batch) worker() {
	for task := range b.tasks {
		if task != nil {
			task()
		}
		b.wg.Done()
	}
}

func RunAll(tasks []func()) {
	b := &Batch{tasks: make(chan func(), len(tasks))}
	go b.worker()
	for _, t := range tasks {
		b.wg.Add(1)
		b.tasks <- t
	}
	close(b.tasks)
	b.wg.Wait()
}
