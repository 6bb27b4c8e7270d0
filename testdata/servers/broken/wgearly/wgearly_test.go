package wgearly

import (
	"errors"
	"sync"
	"testing"
)

type worker struct {
	jobs chan int
	errs chan error
}

func (w *worker) handle(j int) error {
	if j%2 == 1 {
		return errors.New("odd")
	}
	return nil
}

func (w *worker) run(wg *sync.WaitGroup) {
	for j := range w.jobs {
		if err := w.handle(j); err != nil {
			w.errs <- err
			return // want global-deadlock "this return can skip wg.Done.."
		}
	}
	wg.Done()
}

func TestWorkers(t *testing.T) {
	w := &worker{jobs: make(chan int, 4), errs: make(chan error, 4)}
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go w.run(&wg)
	}
	for j := 0; j < 4; j++ {
		w.jobs <- j
	}
	close(w.jobs)
	wg.Wait()
}
