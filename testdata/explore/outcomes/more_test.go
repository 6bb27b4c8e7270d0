// What goroutines see goes into a place of its own and is printed at the end: printing is no scheduling point.
package outcomes

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Parallel subtests of parallel subtests meet each other too.
func TestNestedParallel(t *testing.T) {
	var n atomic.Int32
	var mu sync.Mutex
	order := ""
	note := func(s string) {
		mu.Lock()
		order += s
		mu.Unlock()
		n.Add(1)
	}
	t.Cleanup(func() { saw(order, n.Load()) })
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		t.Run("b", func(t *testing.T) { t.Parallel(); note("b") })
		note("a")
	})
	t.Run("c", func(t *testing.T) { t.Parallel(); note("c") })
}

// A parallel subtest that comes to Parallel late runs beside nothing before that.
func TestLateParallel(t *testing.T) {
	var n atomic.Int32
	t.Run("a", func(t *testing.T) {
		n.Store(1)
		t.Parallel()
		n.Store(2)
	})
	saw("parent", n.Load())
	t.Run("b", func(t *testing.T) {
		saw("b", n.Load())
		t.Parallel()
		saw("later", n.Load())
	})
}

func TestSelectBothWays(t *testing.T) {
	a, b := make(chan int), make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	var did [2]int
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer wg.Done()
			select {
			case a <- i:
			case did[i] = <-b:
			}
		}()
	}
	select {
	case v := <-a:
		saw("main got", v)
		select {
		case b <- 7:
		case v := <-a:
			saw("main got", v, "too")
		}
	case b <- 8:
		saw("main sent")
		select {
		case b <- 9:
		case v := <-a:
			saw("main got", v, "later")
		}
	}
	wg.Wait()
	saw(did)
}

func TestTryRLock(t *testing.T) {
	var mu sync.RWMutex
	done := make(chan bool, 3)
	var reads, both bool
	go func() {
		if reads = mu.TryRLock(); reads {
			mu.RUnlock()
		}
		done <- true
	}()
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	go func() {
		mu.RLock()
		both = mu.TryLock()
		mu.RUnlock()
		done <- true
	}()
	<-done
	<-done
	<-done
	saw(reads, both)
}

func TestCondTwoSignals(t *testing.T) {
	c := sync.NewCond(&sync.Mutex{})
	tokens, got := 0, 0
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer wg.Done()
			c.L.Lock()
			defer c.L.Unlock()
			for tokens == 0 {
				c.Wait()
			}
			tokens--
			got++
			saw(i, "is", got)
		}()
	}
	for i := 0; i < 2; i++ {
		c.L.Lock()
		tokens++
		c.L.Unlock()
		c.Signal()
	}
	wg.Wait()
}

func TestCancelBesideAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan bool, 1)
	stop := context.AfterFunc(ctx, func() { ran <- true })
	go cancel()
	if stop() {
		saw("stopped")
		return
	}
	saw("ran", <-ran)
}

func TestDeadlineBesideWork(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	c := make(chan int, 1)
	go func() { c <- 1 }()
	select {
	case v := <-c:
		saw("worked", v, ctx.Err() != nil)
	case <-ctx.Done():
		saw("late", len(c))
	}
}

func TestTimerStop(t *testing.T) {
	timer := time.NewTimer(time.Millisecond)
	var n atomic.Int32
	done := make(chan bool)
	stopped := false
	go func() {
		n.Add(1)
		stopped = timer.Stop()
		close(done)
	}()
	select {
	case <-timer.C:
		saw("fired", n.Load())
	case <-done:
		saw("done")
	}
	<-done
	saw(stopped)
}

func TestGenericChannel(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	go func() { a <- 1; close(a) }()
	go func() { b <- 2; close(b) }()
	saw(first(a, b))
}

func first[C ~chan int](a, b C) int {
	select {
	case v := <-a:
		for w := range b {
			v += 10 * w
		}
		return v
	case v := <-b:
		return v
	}
}

type group interface {
	Done()
	Wait()
}

func TestGroupBehindInterface(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	var g group = &wg
	var n atomic.Int32
	go func() {
		n.Add(1)
		g.Done()
		n.Add(1)
	}()
	g.Wait()
	saw(n.Load())
}

func TestAtomicSpin(t *testing.T) {
	var turn atomic.Int32
	order := make(chan int32, 4)
	for i := int32(1); i <= 2; i++ {
		i := i
		go func() {
			if turn.CompareAndSwap(0, i) {
				order <- i
			} else {
				order <- 10 * turn.Swap(i)
			}
		}()
	}
	saw(<-order, <-order, turn.Load())
}

func TestWriterBetweenReaders(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	var read [2]int
	var wg sync.WaitGroup
	wg.Add(3)
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer wg.Done()
			mu.RLock()
			read[i] = n
			mu.RUnlock()
		}()
	}
	go func() {
		defer wg.Done()
		mu.Lock()
		n++
		mu.Unlock()
	}()
	wg.Wait()
	saw(read)
}

// What becomes of a context depends on those above it, however far.
func TestContextsAbove(t *testing.T) {
	top, cancel := context.WithCancel(context.Background())
	middle := context.WithValue(top, "key", 1)
	low, stop := context.WithCancel(middle)
	defer stop()
	polled := make(chan bool, 1)
	go func() {
		select {
		case <-low.Done():
			polled <- true
		default:
			polled <- false
		}
	}()
	go cancel()
	saw(low.Err() != nil, <-polled)
}

// A test goes on once its subtests have come to Parallel: what it does then races with those of others.
func TestGoesOnBesideOthers(t *testing.T) {
	var n atomic.Int32
	t.Run("group", func(t *testing.T) {
		for i := int32(1); i <= 2; i++ {
			i := i
			t.Run("sub", func(t *testing.T) {
				t.Parallel()
				t.Run("below", func(t *testing.T) { t.Parallel() })
				n.CompareAndSwap(0, i)
			})
		}
	})
	saw(n.Load())
}
