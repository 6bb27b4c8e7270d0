// Counters that are raised too late, and some that somebody else keeps up meanwhile.
package p

import "sync"

type group struct {
	wg, other sync.WaitGroup
}

func (g *group) Go(f func()) {
	go func() {
		defer g.end()
		f()
	}()
	g.wg.Add(1) // want negative-waitgroup "runs after the goroutine is started"
}

func (g *group) end() { g.wg.Done() }

func (g *group) Start() {
	go g.run()
	g.wg.Add(1) // want negative-waitgroup "runs after the goroutine is started"
	g.other.Add(1)
}

func (g *group) run() {
	defer g.wg.Done()
}

func (g *group) Well() {
	g.wg.Add(1)
	go g.run()
}

func (g *group) Pairs() {
	g.wg.Add(1)
	go g.run()
	g.wg.Add(1)
	go g.run()
}

// The other counter.
func (g *group) Other() {
	go g.run()
	g.other.Add(1)
}

// Another group.
func Another(a, b *group) {
	go a.run()
	b.wg.Add(1)
}

// Whoever runs this has raised the counter, and lowers it at the end.
type tree struct{ wg sync.WaitGroup }

func (t *tree) Visit() {
	t.wg.Add(1)
	go t.visit(3)
	t.wg.Wait()
}

func (t *tree) visit(n int) {
	defer t.wg.Done()
	t.below(n)
}

func (t *tree) below(n int) {
	if n > 0 {
		go t.visit(n - 1)
		t.wg.Add(1)
	}
}

func Handed(wg *sync.WaitGroup) {
	go func() { wg.Done() }()
	wg.Add(1)
}

// A new object is nobody else's yet, whoever calls this.
type loop struct{ wg sync.WaitGroup }

func newLoop(f func()) *loop {
	l := &loop{}
	go l.run(f)
	l.wg.Add(1) // want negative-waitgroup "runs after the goroutine is started"
	return l
}

func (l *loop) run(f func()) {
	defer l.wg.Done()
	f()
}

func Loops() {
	newLoop(func() { newLoop(func() {}) })
}

// The only place that raises it: what is started may come here again, but somebody else comes first.
type pool struct{ wg sync.WaitGroup }

func (p *pool) Submit(f func()) {
	go func() {
		defer p.wg.Done()
		f()
	}()
	p.wg.Add(1) // want negative-waitgroup "runs after the goroutine is started"
}

func Nested(p *pool) {
	p.Submit(func() { p.Submit(func() {}) })
	p.wg.Wait()
}

// The counter that another branch raises is not up here.
func (g *group) Branches(soon bool) {
	if soon {
		g.wg.Add(1)
		go g.run()
		return
	}
	go g.run()
	g.wg.Add(1) // want negative-waitgroup "runs after the goroutine is started"
}

// Here it may be.
func (g *group) Before(soon bool) {
	if soon {
		g.wg.Add(2)
	}
	go g.run()
	g.wg.Add(1)
}
