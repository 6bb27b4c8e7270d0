package unsuball

import (
	"sync"
	"testing"
)

type subscriber struct {
	ch          chan int
	unsubscribe func()
	once        sync.Once
}

type feed struct {
	mu   sync.Mutex
	subs []*subscriber
}

func (f *feed) subscribe() *subscriber {
	s := &subscriber{ch: make(chan int, 1)}
	s.unsubscribe = func() {
		s.once.Do(func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			for i, x := range f.subs {
				if x == s {
					f.subs = append(f.subs[:i], f.subs[i+1:]...)
					break
				}
			}
			close(s.ch)
		})
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subs = append(f.subs, s)
	return s
}

func (f *feed) closeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.subs {
		s.unsubscribe() // want double-lock "TestFeed can block forever locking f.mu, which it already ho"
	}
}

func TestFeed(t *testing.T) {
	f := &feed{}
	a := f.subscribe()
	f.subscribe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range a.ch {
		}
	}()
	f.closeAll()
	<-done
}
