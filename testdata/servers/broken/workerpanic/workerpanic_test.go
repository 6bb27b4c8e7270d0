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
	defer func() { recover() }()
	for f := range p.jobs {
		f()
	}
}

func TestPool(t *testing.T) {
	p := &pool{jobs: make(chan func())}
	p.wg.Add(1)
	go p.worker()
	p.jobs <- func() { panic("bad job") }
	p.jobs <- func() {} // want global-deadlock "TestPool sending on jobs"
	close(p.jobs)
	p.wg.Wait()
}
