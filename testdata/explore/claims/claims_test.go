package claims

import (
	"sync/atomic"
	"testing"
	"time"
)

func debounce(c <-chan int, d time.Duration, f func(int)) {
	var t *time.Timer
	for v := range c {
		if t != nil && !t.Stop() {
			<-t.C
		}
		t = time.AfterFunc(d, func() { f(v) })
	}
}

// It fails where the first timer fires before the second value comes.
func TestDebounce(t *testing.T) {
	in, out := make(chan int), make(chan int, 2)
	go debounce(in, time.Millisecond, func(v int) { out <- v })
	in <- 1
	in <- 2
	close(in)
	if got := <-out; got != 2 {
		t.Fatalf("got %d", got)
	}
}

func TestRace(t *testing.T) {
	n := 0
	var done atomic.Bool
	c := make(chan int)
	go func() {
		n++
		done.Store(true)
		c <- 1
	}()
	n++
	<-c
}

func TestNoRace(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}
