package chanfunc

import "testing"

type executor struct {
	tasks chan func()
	quit  chan struct{}
}

func (e *executor) run() {
	for {
		select {
		case f := <-e.tasks:
			f()
		case <-e.quit:
			return
		}
	}
}

func (e *executor) submit(f func()) {
	e.tasks <- f // want global-deadlock "..executor..run sending on tasks"
}

func (e *executor) sync(f func()) {
	done := make(chan struct{})
	e.submit(func() {
		f()
		close(done)
	})
	<-done
}

func TestExecutor(t *testing.T) {
	e := &executor{tasks: make(chan func()), quit: make(chan struct{})}
	go e.run()
	e.sync(func() {
		e.sync(func() {})
	})
	close(e.quit)
}
