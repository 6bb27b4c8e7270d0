package ctxafter

import (
	"context"
	"testing"
)

type conn struct {
	closed chan struct{}
	reads  int
}

func (c *conn) read(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { close(c.closed) })
	c.reads++
	stop()
	<-c.closed // want global-deadlock "TestRead receiving from closed"
	return ctx.Err()
}

func TestRead(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &conn{closed: make(chan struct{})}
	c.read(ctx)
	cancel()
}
