package sendclosed

import (
	"sync"
	"sync/atomic"
	"testing"
)

type logger struct {
	lines  chan string
	closed atomic.Bool
	wg     sync.WaitGroup
}

func (l *logger) log(s string) {
	if l.closed.Load() {
		return
	}
	l.lines <- s // want send-on-closed "can send on lines after it is closed, which panics"
}

func (l *logger) close() {
	if l.closed.CompareAndSwap(false, true) {
		close(l.lines)
	}
	l.wg.Wait()
}

func newLogger() *logger {
	l := &logger{lines: make(chan string, 1)}
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		for range l.lines {
		}
	}()
	return l
}

func TestLogger(t *testing.T) {
	l := newLogger()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		l.log("hello")
	}()
	l.close()
	wg.Wait()
}
