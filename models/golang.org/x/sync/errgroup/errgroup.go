// Package errgroup models groups of goroutines that work on one task and may fail.
package errgroup

import (
	"context"
	"sync"
)

type token struct{}

type Group struct {
	cancel func(error)
	wg     sync.WaitGroup
	// Null without a limit.
	sem  chan token
	once sync.Once
	err  error
}

func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

func (g *Group) done() {
	if g.sem != nil {
		<-g.sem
	}
	g.wg.Done()
}

func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

// Go blocks while the limit of running goroutines is reached.
func (g *Group) Go(f func() error) {
	if g.sem != nil {
		g.sem <- token{}
	}
	g.start(f)
}

func (g *Group) TryGo(f func() error) bool {
	if g.sem != nil {
		select {
		case g.sem <- token{}:
		default:
			return false
		}
	}
	g.start(f)
	return true
}

func (g *Group) start(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(err)
				}
			})
		}
	}()
}

func (g *Group) SetLimit(n int) {
	if n < 0 {
		g.sem = nil
		return
	}
	if len(g.sem) != 0 {
		panic("errgroup: modify limit while goroutines in the group are still active")
	}
	g.sem = make(chan token, n)
}
