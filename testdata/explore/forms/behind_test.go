// Primitives behind interfaces, bubbles of testing/synctest, and contexts that are not Go's own.
package forms

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := make(chan int)
		go func() { time.Sleep(time.Second); c <- 1 }()
		synctest.Wait()
		<-c
		if time.Since(start) != time.Second {
			t.Fatal(time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - 1)
		synctest.Wait()
		if ctx.Err() != nil {
			t.Fatal()
		}
		time.Sleep(1)
		synctest.Wait()
		if ctx.Err() == nil {
			t.Fatal()
		}
	})
}

// A goroutine that waits for a lock keeps a bubble from resting: time stands still, as it does in Go.
func TestSynctestHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		mu.Lock()
		go func() {
			mu.Lock()
			mu.Unlock()
		}()
		time.Sleep(time.Second)
		mu.Unlock()
	})
}

// Which of two goroutines was first is still a matter of the schedule in a bubble, and not of time.
func TestSynctestRaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan string, 2)
		go func() { c <- "a" }()
		go func() { c <- "b" }()
		time.AfterFunc(time.Nanosecond, func() { c <- "late" })
		synctest.Wait()
		if len(c) != 2 {
			t.Fatal("the timer was early")
		}
		if <-c == "b" {
			t.Fatal("b was first")
		}
	})
}

// Names, clean-ups and contexts of a bubble are those of its test.
func TestSynctestEnds(t *testing.T) {
	cleaned := false
	synctest.Test(t, func(t *testing.T) {
		if t.Name() != "TestSynctestEnds" {
			t.Fatal(t.Name())
		}
		if y := time.Now().UTC(); y.Year() != 2000 || y.YearDay() != 1 {
			t.Fatal(y)
		}
		t.Cleanup(func() { cleaned = true })
		ctx := t.Context()
		go func() { <-ctx.Done() }()
	})
	if !cleaned {
		t.Fatal("not cleaned")
	}
}

func TestSynctestLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() { <-make(chan int) }()
	})
}

type group interface {
	Add(int)
	Done()
	Wait()
}

type counted struct {
	*sync.WaitGroup
	name string
}

type alarm interface {
	Stop() bool
	Reset(time.Duration) bool
}

type beat interface {
	Stop()
	Reset(time.Duration)
}

type wrappedTimer struct{ *time.Timer }
type wrappedTicker struct{ *time.Ticker }

type own struct{ stopped, added int }

func (o *own) Stop()      { o.stopped++ }
func (o *own) Add(n int)  { o.added += n }
func (o *own) Do(func())  { o.added = -1 }
func (o *own) Stop2() int { return o.stopped }

func TestBehindInterfaces(t *testing.T) {
	var wg sync.WaitGroup
	for _, g := range []group{&wg, counted{&wg, "x"}, &counted{&wg, "y"}} {
		n := 0
		g.Add(1)
		go func() {
			defer g.Done()
			n++
		}()
		wait := g.Wait
		wait()
		if n != 1 {
			t.Fatal(n)
		}
	}
	fired := make(chan bool, 9)
	var a alarm = wrappedTimer{time.AfterFunc(time.Second, func() { fired <- true })}
	if !a.Stop() || a.Stop() {
		t.Fatal("not stopped")
	}
	time.Sleep(10 * time.Millisecond)
	a.Reset(time.Millisecond)
	<-fired
	ticker := time.NewTicker(time.Millisecond)
	var b beat = &wrappedTicker{ticker}
	<-ticker.C
	b.Stop()
	b.Reset(2 * time.Millisecond)
	<-ticker.C
	b.Stop()
	var once interface{ Do(func()) } = &sync.Once{}
	once.Do(func() { fired <- true })
	once.Do(func() { fired <- true })
	if len(fired) != 1 {
		t.Fatal(len(fired))
	}
	cond := sync.NewCond(&sync.Mutex{})
	var waits interface {
		Wait()
		Signal()
		Broadcast()
	} = cond
	ready := false
	go func() {
		cond.L.Lock()
		ready = true
		cond.L.Unlock()
		waits.Signal()
		waits.Broadcast()
	}()
	cond.L.Lock()
	for !ready {
		waits.Wait()
	}
	cond.L.Unlock()
	o := &own{}
	var s interface{ Stop() } = o
	s.Stop()
	var adds interface{ Add(int) } = o
	adds.Add(3)
	if o.stopped != 1 || o.added != 3 {
		t.Fatal(o)
	}
	var none interface{ Stop() }
	defer func() {
		if recover() == nil {
			t.Fatal("nil has no methods")
		}
	}()
	none.Stop()
}

// Go watches a context of the program's own from a goroutine that nobody controls.
func TestOwnContext(t *testing.T) {
	parent := myCtx{Context: t.Context(), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	close(parent.done)
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Fatal(ctx.Err())
	}
}
