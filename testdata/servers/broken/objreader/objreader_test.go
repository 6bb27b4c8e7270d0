package objreader

import (
	"context"
	"io"
	"sync"
	"testing"
)

type request struct{ n int }
type response struct {
	n   int
	err error
}

// Reads of an object go to one goroutine; it ends with the context.
type object struct {
	mu    sync.Mutex
	reqCh chan request
	resCh chan response
	ctx   context.Context
	stop  context.CancelFunc
}

func open(parent context.Context) *object {
	ctx, cancel := context.WithCancel(parent)
	o := &object{reqCh: make(chan request), resCh: make(chan response), ctx: ctx, stop: cancel}
	go func() {
		defer close(o.reqCh) // want send-on-closed "reqCh is closed while other goroutines can still send on it"
		defer close(o.resCh)
		for {
			select {
			case <-ctx.Done():
				return
			case r := <-o.reqCh:
				select {
				case o.resCh <- response{n: r.n}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return o
}

func (o *object) read(n int) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case <-o.ctx.Done():
		return 0, io.EOF
	case o.reqCh <- request{n}:
	}
	r, ok := <-o.resCh
	if !ok {
		return 0, io.EOF
	}
	return r.n, r.err
}

func TestObject(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := open(ctx)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := 0; i < 2; i++ {
			if _, err := o.read(i); err != nil {
				return
			}
		}
	}()
	cancel()
	wg.Wait()
}
