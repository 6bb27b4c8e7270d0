// Time, contexts, subtests, names that hide others, and what is left alone.
package forms

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTimers(t *testing.T) {
	start := time.Now()
	tm := time.NewTimer(time.Hour)
	if !tm.Stop() {
		t.Fatal()
	}
	tm.Reset((40 * time.Millisecond))
	<-tm.C
	if d := time.Since(start); d < (40*time.Millisecond) || d > 2*(40*time.Millisecond) {
		t.Fatal(d)
	}
	tk := time.NewTicker((5 * time.Millisecond))
	for range 3 {
		<-tk.C
	}
	tk.Reset(2 * (5 * time.Millisecond))
	<-tk.C
	tk.Stop()
	fired := make(chan bool, 1)
	af := time.AfterFunc((5 * time.Millisecond), func() { fired <- true })
	<-fired
	if af.Stop() {
		t.Fatal()
	}
	af.Reset((5 * time.Millisecond))
	<-fired
	c := time.After(time.Millisecond)
	x := <-c
	if x.IsZero() {
		t.Fatal()
	}
	for i, tick := 0, time.Tick((5 * time.Millisecond)); i < 2; i++ {
		<-tick
	}
	time.Sleep(time.Until(time.Now().Add((40 * time.Millisecond))))
	var after func(time.Duration) <-chan time.Time = time.After
	<-after(1)
	time.Now().Sub(start)
	_ = start.Format(time.RFC3339)
}

type key struct{}

func TestContexts(t *testing.T) {
	cause := errors.New("cause")
	ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, 1))
	cancel(cause)
	<-ctx.Done()
	if context.Cause(ctx) != cause || ctx.Err() != context.Canceled {
		t.Fatal()
	}
	ctx, c2 := context.WithTimeoutCause(context.Background(), 30*time.Millisecond, cause)
	defer c2()
	child, c3 := context.WithDeadline(ctx, time.Now().Add(2*time.Hour))
	defer c3()
	ran := make(chan bool)
	stop := context.AfterFunc(child, func() { close(ran) })
	<-child.Done()
	<-ran
	if stop() {
		t.Fatal()
	}
	if child.Err() != context.DeadlineExceeded || context.Cause(child) != cause {
		t.Fatal(child.Err(), context.Cause(child))
	}
	wc := context.WithoutCancel(child)
	if wc.Err() != nil {
		t.Fatal()
	}
	ctx4, c4 := context.WithTimeout(wc, -1)
	defer c4()
	if ctx4.Err() == nil {
		t.Fatal()
	}
	_, has := ctx4.Deadline()
	if !has {
		t.Fatal()
	}
	my := myCtx{Context: t.Context(), done: make(chan struct{})}
	ctx5, c5 := context.WithCancel(my)
	defer c5()
	close(my.done)
	<-ctx5.Done()
	if !errors.Is(ctx5.Err(), context.Canceled) {
		t.Fatal(ctx5.Err())
	}
}

type myCtx struct {
	context.Context
	done chan struct{}
}

func (m myCtx) Done() <-chan struct{} { return m.done }
func (m myCtx) Err() error {
	select {
	case <-m.done:
		return context.Canceled
	default:
		return nil
	}
}

func TestSubs(t *testing.T) {
	var n atomic.Int32
	t.Cleanup(func() {
		if n.Load() != 6 {
			t.Error(n.Load())
		}
	})
	t.Run("group", func(t *testing.T) {
		for i := range 3 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				t.Cleanup(func() { n.Add(1) })
				ctx := t.Context()
				go func() { <-ctx.Done() }()
				n.Add(1)
			})
		}
	})
	run := t.Run
	run("x", func(t *testing.T) {})
	t.Run("skip", func(t *testing.T) { t.SkipNow() })
	t.Setenv("A", "B")
	_ = t.TempDir()
}

func TestPackageLevel(t *testing.T) {
	a := <-started
	b := <-started
	if b != a+1 {
		t.Fatal(a, b)
	}
}

func TestShadow(t *testing.T) {
	type lock struct{ Lock func() }
	sync := lock{Lock: func() {}}
	sync.Lock()
	time := struct{ Sleep func(int) }{func(int) {}}
	time.Sleep(3)
	make := func(n int) int { return n }
	close := func(n int) {}
	len := func(n int) int { return n }
	close(make(len(3)))
	context := 3
	_ = context
	gordian := 3
	_ = gordian
	true := false
	_ = true
	c := chan int(nil)
	select {
	case <-c:
	default:
	}
	bool := 3
	_ = bool
	go func() {}()
	mu := mutex{}
	mu.Lock()
	mu.Unlock()
	f := (*mutex).Lock
	f(&mu)
	g := mutex.TryLockIt
	_ = g
}

type mutex struct{ sync.Mutex }

func (mutex) TryLockIt() {}

func TestLines(t *testing.T) {
	c := make(chan int, 1)
	select {
	case c <- func() int {
		_, _, line, _ := runtime.Caller(0)
		return line
	}():
	case <-c:
	}
	_, _, line, _ := runtime.Caller(0)
	if d := line - <-c; d != 5 {
		t.Fatal(d)
	}
}

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		var mu sync.Mutex
		mu.Lock()
		mu.Unlock()
	}
}

func FuzzX(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) {
		c := make(chan int, 1)
		c <- n
		<-c
	})
}

func ExampleSet() {
	var s Set[int]
	s.Add(1)
	fmt.Println(s.Len())
	// Output: 1
}
