// Results that the function which asked for them may not wait for, and Done that is left out on a way.

package p

import (
	"context"
	"errors"
	"sync"
	"time"
)

type handler interface{ Handle() error }

func Exec(h handler, quit chan bool) error {
	res := make(chan error)
	go func() {
		res <- h.Handle() // want warning goroutine-leak "Exec can return without receiving it, which make\(chan error, 1\) would allow"
	}()
	select {
	case <-quit:
		return errors.New("quit")
	case err := <-res:
		return err
	}
}

func ExecRepaired(h handler, quit chan bool) error {
	res := make(chan error, 1)
	go func() { res <- h.Handle() }()
	select {
	case <-quit:
		return errors.New("quit")
	case err := <-res:
		return err
	}
}

type client struct{ read func() (int, error) }

func (c *client) expect(packets chan<- int, errs chan<- error) {
	n, err := c.read()
	if err != nil {
		errs <- err // want warning goroutine-leak "Connect can return without receiving it"
		return
	}
	packets <- n // want warning goroutine-leak "Connect can return without receiving it"
}

func (c *client) Connect(ctx context.Context) (int, error) {
	packets := make(chan int)
	errs := make(chan error)
	go c.expect(packets, errs)
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case n := <-packets:
		return n, nil
	case err := <-errs:
		return 0, err
	}
}

// The first of two errors ends the wait.
func Both(a, b func() error) error {
	errs := make(chan error, 1)
	done := make(chan bool)
	go func() { errs <- a() }()
	go func() {
		errs <- b()
		close(done)
	}()
	return <-errs
}

func Pair(a, b func() error) error {
	errs := make(chan error)
	go func() { errs <- a() }()
	go func() { errs <- b() }() // want warning goroutine-leak "Pair can return without receiving it"
	if err := <-errs; err != nil {
		return err
	}
	return <-errs
}

// A select in the goroutine gives up, too.
func Polite(ctx context.Context, h handler) error {
	res := make(chan error)
	go func() {
		select {
		case res <- h.Handle():
		case <-ctx.Done():
		}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-res:
		return err
	}
}

// All are received in the end.
func Counted(hs []handler) (err error) {
	res := make(chan error)
	for _, h := range hs {
		go func() { res <- h.Handle() }()
	}
	for range hs {
		if e := <-res; e != nil {
			err = e
		}
	}
	return err
}

func Drained(h handler) error {
	res := make(chan error)
	go func() { res <- h.Handle() }()
	select {
	case err := <-res:
		return err
	case <-time.After(time.Second):
		go func() { <-res }()
		return errors.New("late")
	}
}

type writer struct {
	wg  sync.WaitGroup
	mu  sync.Mutex
	buf []byte
}

func (w *writer) Flush(send func([]byte) error) error {
	w.wg.Add(1)
	w.mu.Lock()
	if len(w.buf) == 0 {
		w.mu.Unlock()
		return nil // want warning goroutine-leak "Flush can return here without w.wg.Done\(\)"
	}
	buf := w.buf
	w.mu.Unlock()
	if err := send(buf); err != nil {
		return err // want warning goroutine-leak "Flush can return here without w.wg.Done\(\)"
	}
	w.wg.Done()
	return nil
}

func (w *writer) Close() { w.wg.Wait() }

type repaired struct {
	wg  sync.WaitGroup
	buf []byte
}

func (w *repaired) Flush(send func([]byte) error) error {
	w.wg.Add(1)
	defer w.wg.Done()
	if len(w.buf) == 0 {
		return nil
	}
	return send(w.buf)
}

// The goroutine does it where the function does not.
func (w *repaired) Start(ok bool) {
	w.wg.Add(1)
	if !ok {
		w.wg.Done()
		return
	}
	go func() {
		defer w.wg.Done()
	}()
}

func (w *repaired) Close() { w.wg.Wait() }
