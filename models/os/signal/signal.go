// Signals: the environment may send one at any time.

package signal

import (
	"context"
	"os"
	"sync"
)

var (
	mu      sync.Mutex
	watched = map[chan<- os.Signal]bool{}
)

// Notify delivers without blocking: a signal that finds no room is lost.
func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	mu.Lock()
	defer mu.Unlock()
	if !watched[c] {
		watched[c] = true
		go deliver(c)
	}
}

func deliver(c chan<- os.Signal) {
	for {
		s := arrive()
		mu.Lock()
		if !watched[c] {
			mu.Unlock()
			return
		}
		select {
		case c <- s:
		default:
		}
		mu.Unlock()
	}
}

// arrive waits for the next signal, which may never come.
//
//gordian:model waits
func arrive() os.Signal

func Stop(c chan<- os.Signal) {
	mu.Lock()
	defer mu.Unlock()
	delete(watched, c)
}

func Reset(sig ...os.Signal) {
	mu.Lock()
	defer mu.Unlock()
	if len(sig) == 0 {
		clear(watched)
	}
}

func Ignore(sig ...os.Signal) { Reset(sig...) }

func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	c := make(chan os.Signal, 1)
	Notify(c, signals...)
	if ctx.Err() == nil {
		go func() {
			select {
			case <-c:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() {
		cancel()
		Stop(c)
	}
}
