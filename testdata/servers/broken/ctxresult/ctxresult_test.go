package ctxresult

import (
	"context"
	"testing"
	"time"
)

type result struct {
	val int
	err error
}

type client struct {
	call func(ctx context.Context) (int, error)
}

func (c *client) do(ctx context.Context) (int, error) {
	ch := make(chan result) // want goroutine-leak "ch needs a buffer with room for every send, make.chan result"
	go func() {
		v, err := c.call(ctx)
		ch <- result{v, err}
	}()
	select {
	case r := <-ch:
		return r.val, r.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func TestDo(t *testing.T) {
	c := &client{call: func(ctx context.Context) (int, error) {
		time.Sleep(time.Millisecond)
		return 1, nil
	}}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, _ = c.do(ctx)
}
