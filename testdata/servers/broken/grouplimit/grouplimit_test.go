package grouplimit

import (
	"sync"
	"testing"
)

type group struct {
	wg   sync.WaitGroup
	sem  chan struct{}
	once sync.Once
	err  error
}

func (g *group) do(f func() error) {
	g.sem <- struct{}{} // want global-deadlock "sending on sem"
	g.wg.Add(1)
	go func() {
		defer func() {
			<-g.sem
			g.wg.Done()
		}()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	return g.err
}

func walk(g *group, depth int, visit func(int)) {
	visit(depth)
	if depth == 0 {
		return
	}
	g.do(func() error {
		walk(g, depth-1, visit)
		return nil
	})
}

func TestWalk(t *testing.T) {
	g := &group{sem: make(chan struct{}, 1)}
	var mu sync.Mutex
	n := 0
	g.do(func() error {
		walk(g, 2, func(int) {
			mu.Lock()
			n++
			mu.Unlock()
		})
		return nil
	})
	g.wait()
}
