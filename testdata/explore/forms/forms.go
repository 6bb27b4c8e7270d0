// Every form of synchronisation: under control it does what it did.
package forms

import (
	"sync"
	clock "time"
)

type Set[T comparable] struct {
	sync.RWMutex
	m map[T]struct{}
}

func (s *Set[T]) Add(v T) {
	s.Lock()
	defer s.Unlock()
	if s.m == nil {
		s.m = map[T]struct{}{}
	}
	s.m[v] = struct{}{}
}

func (s *Set[T]) Len() int {
	s.RLock()
	defer s.RUnlock()
	return len(s.m)
}

type Base struct{ *sync.Mutex }
type Mid struct{ Base }
type Top struct {
	Mid
	n int
}

func Merge[T any, C ~chan T](cs ...C) <-chan T {
	out := make(chan T)
	var wg sync.WaitGroup
	for _, c := range cs {
		wg.Go(func() {
			for v := range c {
				out <- v
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type Event[T any] struct {
	C    chan T
	Done <-chan struct{}
}

func (e Event[T]) Get() (v T, ok bool) {
	select {
	case v, ok = <-e.C:
		return
	case <-e.Done:
		return
	case <-clock.After(clock.Hour):
		panic("late")
	}
}

var started = func() chan int {
	c := make(chan int)
	go func() {
		for i := 0; ; i++ {
			c <- i
		}
	}()
	return c
}()

var initDone = make(chan bool, 1)

func init() {
	go func() { initDone <- true }()
}
func init() {
	<-initDone
	initDone <- true
}
