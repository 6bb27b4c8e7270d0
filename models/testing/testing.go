// Tests as goroutines: each test runs in its own, and its parent waits for it.

package testing

import (
	"context"
	"fmt"
	"io"
	"runtime"
)

// common is what tests, benchmarks and fuzz tests share.
type common struct {
	name     string
	failed   bool
	skipped  bool
	parallel bool
	parent   *common
	// The parent has finished its own function: parallel subtests may go on.
	released chan struct{}
	// One value when the test is done, or when it becomes parallel.
	signal   chan struct{}
	done     chan struct{}
	subtests []*common
	cleanups []func()
	ctx      context.Context
	cancel   context.CancelFunc
}

func newCommon(parent *common, name string) common {
	ctx, cancel := context.WithCancel(context.Background())
	return common{
		name:     name,
		parent:   parent,
		released: make(chan struct{}),
		signal:   make(chan struct{}, 1),
		done:     make(chan struct{}),
		ctx:      ctx,
		cancel:   cancel,
	}
}

func (c *common) private() {}

func (c *common) Name() string { return c.name }

func (c *common) Helper() {}

//gordian:model atomic
func (c *common) Fail() {
	for at := c; at != nil; at = at.parent {
		at.failed = true
	}
}

//gordian:model atomic
func (c *common) Failed() bool { return c.failed }

//gordian:model atomic
func (c *common) Skipped() bool { return c.skipped }

func (c *common) FailNow() {
	c.Fail()
	runtime.Goexit()
}

func (c *common) SkipNow() {
	c.skipped = true
	runtime.Goexit()
}

func (c *common) Log(args ...any) { fmt.Sprintln(args...) }

func (c *common) Logf(format string, args ...any) { fmt.Sprintf(format, args...) }

func (c *common) Error(args ...any) {
	c.Log(args...)
	c.Fail()
}

func (c *common) Errorf(format string, args ...any) {
	c.Logf(format, args...)
	c.Fail()
}

func (c *common) Fatal(args ...any) {
	c.Log(args...)
	c.FailNow()
}

func (c *common) Fatalf(format string, args ...any) {
	c.Logf(format, args...)
	c.FailNow()
}

func (c *common) Skip(args ...any) {
	c.Log(args...)
	c.SkipNow()
}

func (c *common) Skipf(format string, args ...any) {
	c.Logf(format, args...)
	c.SkipNow()
}

func (c *common) Output() io.Writer { return io.Discard }

func (c *common) Context() context.Context { return c.ctx }

func (c *common) Cleanup(f func()) { c.cleanups = append(c.cleanups, f) }

// finish waits for parallel subtests, cleans up, and tells the parent.
func (c *common) finish() {
	close(c.released)
	for _, sub := range c.subtests {
		<-sub.done
	}
	c.cancel()
	for len(c.cleanups) > 0 {
		f := c.cleanups[len(c.cleanups)-1]
		c.cleanups = c.cleanups[:len(c.cleanups)-1]
		f()
	}
	close(c.done)
	if !c.parallel {
		c.signal <- struct{}{}
	}
}

// start runs the function of a subtest and waits until it is done or parallel.
func (c *common) start(f func()) bool {
	if c.parent != nil {
		c.parent.subtests = append(c.parent.subtests, c)
	}
	go func() {
		defer c.finish()
		f()
	}()
	<-c.signal
	return !c.Failed()
}

type T struct {
	common
}

func (t *T) Run(name string, f func(t *T)) bool {
	sub := &T{newCommon(&t.common, t.name+"/"+name)}
	return sub.start(func() { f(sub) })
}

// Parallel lets the parent go on, and waits until the parent's function has returned.
func (t *T) Parallel() {
	if t.parallel {
		panic("testing: t.Parallel called multiple times")
	}
	t.parallel = true
	t.signal <- struct{}{}
	if t.parent != nil {
		<-t.parent.released
	}
}

type B struct {
	common
	N int
}

func (b *B) Run(name string, f func(b *B)) bool {
	sub := &B{newCommon(&b.common, b.name+"/"+name), iterations()}
	return sub.start(func() { f(sub) })
}

// iterations is the number that a benchmark is asked for.
func iterations() int

// more says whether a loop goes on.
func more() bool

func (b *B) Loop() bool { return more() }

type PB struct{ bN uint64 }

func (pb *PB) Next() bool { return more() }

// RunParallel calls body in several goroutines and waits for all of them.
func (b *B) RunParallel(body func(*PB)) {
	workers := runtime.GOMAXPROCS(0)
	done := make(chan struct{})
	for range workers {
		go func() {
			defer func() { done <- struct{}{} }()
			body(&PB{})
		}()
	}
	for range workers {
		<-done
	}
}

type F struct {
	common
}
