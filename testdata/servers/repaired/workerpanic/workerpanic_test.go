package workerpanic

import (
	"sync"
	"testing"
)

type pool struct {
	jobs chan func()
	wg   sync.WaitGroup
}

func (p *pool) worker() {
	defer p.wg.Done()
	for f := range p.jobs {
		func() {
			defer func() { recover() }()
			f()
		}()
	}
}

func TestPool(t *testing.T) {
	p := &pool{jobs: make(chan func())}
	p.wg.Add(1)
	go p.worker()
	p.jobs <- func() { panic("bad job") }
	p.jobs <- func() {}
	close(p.jobs)
	p.wg.Wait()
}
