package condsignal

import "sync"

type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func (g *Gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait()
	}
}

func (g *Gate) unlock() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
	g.cond.Broadcast()
}

func Start(runners []func()) {
	g := &Gate{}
	g.cond = sync.NewCond(&g.mu)
	var wg sync.WaitGroup
	for _, run := range runners {
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.pass()
			run()
		}()
	}
	g.unlock()
	wg.Wait()
}
