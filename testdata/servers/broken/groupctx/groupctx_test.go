package groupctx

import (
	"context"
	"errors"
	"sync"
	"testing"
)

type group struct {
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

func withContext(ctx context.Context) (*group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &group{cancel: cancel}, ctx
}

func (g *group) Go(f func() error) {
	g.wg.Go(func() {
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel(err)
			})
		}
	})
}

func (g *group) Wait() error {
	g.wg.Wait()
	g.cancel(g.err)
	return g.err
}

func TestGroup(t *testing.T) {
	g, ctx := withContext(context.Background())
	paths := make(chan string)
	g.Go(func() error {
		defer close(paths)
		for _, p := range []string{"a", "b", "c"} {
			paths <- p // want global-deadlock "sending on paths"
		}
		return nil
	})
	g.Go(func() error {
		for p := range paths {
			if p == "b" {
				return errors.New("bad path")
			}
		}
		return ctx.Err()
	})
	if g.Wait() == nil {
		t.Error("no error")
	}
}
