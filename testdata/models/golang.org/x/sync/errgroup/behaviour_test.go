package errgroup

import (
	"context"
	"errors"
	"testing"
)

func TestFirstErrorCancels(t *testing.T) {
	g, ctx := WithContext(context.Background())
	reason := errors.New("reason")
	g.Go(func() error { return reason })
	g.Go(func() error {
		<-ctx.Done()
		return ctx.Err()
	})
	if err := g.Wait(); err != reason || context.Cause(ctx) != reason {
		t.Fatal(err, context.Cause(ctx))
	}
}

func TestLimit(t *testing.T) {
	var g Group
	g.SetLimit(1)
	release := make(chan bool)
	g.Go(func() error { <-release; return nil })
	if g.TryGo(func() error { return nil }) {
		t.Fatal("more than the limit")
	}
	close(release)
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if !g.TryGo(func() error { return nil }) {
		t.Fatal("nothing runs any more")
	}
	g.Wait()
}
