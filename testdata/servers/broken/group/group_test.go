package group

import (
	"context"
	"errors"
	"sync"
	"testing"
)

type group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func (g *group) spawn(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel()
			})
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

func copyAll(parent context.Context, names []string) error {
	ctx, cancel := context.WithCancel(parent)
	g := &group{cancel: cancel}
	pages := make(chan string)
	g.spawn(func() error {
		defer close(pages)
		for _, n := range names {
			pages <- n // want global-deadlock "sending on pages"
		}
		return ctx.Err()
	})
	g.spawn(func() error {
		for p := range pages {
			if p == "" {
				return errors.New("empty name")
			}
		}
		return nil
	})
	return g.wait()
}

func TestCopy(t *testing.T) {
	if err := copyAll(context.Background(), []string{"a", "", "b"}); err == nil {
		t.Fatal("no error")
	}
}
