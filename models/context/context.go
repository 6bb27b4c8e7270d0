// Contexts: a tree in which cancelling a node cancels all below it.

package context

import (
	"errors"
	"time"
)

type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

type CancelFunc func()

type CancelCauseFunc func(cause error)

var Canceled = errors.New("context canceled")

var DeadlineExceeded error = deadlineExceededError{}

type deadlineExceededError struct{}

func (deadlineExceededError) Error() string   { return "context deadline exceeded" }
func (deadlineExceededError) Timeout() bool   { return true }
func (deadlineExceededError) Temporary() bool { return true }

// rootCtx is never done: its channel is nil.
type rootCtx struct{ name string }

func (*rootCtx) Deadline() (deadline time.Time, ok bool) { return deadline, false }
func (*rootCtx) Done() <-chan struct{}                   { return nil }
func (*rootCtx) Err() error                              { return nil }
func (*rootCtx) Value(key any) any                       { return nil }
func (e *rootCtx) String() string                        { return e.name }

var (
	background = &rootCtx{"context.Background"}
	todo       = &rootCtx{"context.TODO"}
)

func Background() Context { return background }

func TODO() Context { return todo }

// node is a context that can be cancelled. Nodes know the nodes below them, so that no goroutine is needed to tell them.
// What the real package does under a lock is one step here: a lock that no other goroutine can hold for long would only add states.
type node struct {
	parent   Context
	done     chan struct{}
	children map[*node]bool
	err      error
	cause    error
	// Runs once after cancellation; for AfterFunc.
	after func()
	// Undoes the registration at an afterFuncer; null without.
	forget func() bool
	// Zero without one.
	deadline time.Time
}

// nodeKey is the key under which a context gives the nearest node above it.
type nodeKey struct{}

func (n *node) Deadline() (deadline time.Time, ok bool) {
	if !n.deadline.IsZero() {
		return n.deadline, true
	}
	return n.parent.Deadline()
}

func (n *node) Done() <-chan struct{} { return n.done }

//gordian:model atomic
func (n *node) Err() error { return n.err }

//gordian:model atomic
func (n *node) why() error { return n.cause }

func (n *node) Value(key any) any {
	if _, ok := key.(nodeKey); ok {
		return n
	}
	return n.parent.Value(key)
}

func (n *node) String() string {
	if !n.deadline.IsZero() {
		return describe(n.parent) + ".WithDeadline"
	}
	return describe(n.parent) + ".WithCancel"
}

// describe gives the text of a context that has one.
func describe(c Context) string {
	if s, ok := c.(interface{ String() string }); ok {
		return s.String()
	}
	return "context"
}

func newNode(parent Context) *node {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return &node{parent: parent, done: make(chan struct{})}
}

// afterFuncer is a context of another package that can call back, so that no goroutine is needed.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// attach makes n follow the cancellation of its parent.
func (n *node) attach() {
	done := n.parent.Done()
	if done == nil {
		return
	}
	above, ok := n.parent.Value(nodeKey{}).(*node)
	if ok && above.done == done {
		if err, cause := above.adopt(n); err != nil {
			n.cancel(err, cause)
		}
		return
	}
	if other, ok := n.parent.(afterFuncer); ok {
		n.forget = other.AfterFunc(func() { n.cancel(n.parent.Err(), Cause(n.parent)) })
		return
	}
	// A context of another package: only its channel tells when it is done.
	go func() {
		select {
		case <-done:
			err := n.parent.Err()
			if err == nil {
				err = Canceled
			}
			n.cancel(err, Cause(n.parent))
		case <-n.done:
		}
	}()
}

// adopt remembers child, to be cancelled with n; where n has ended already, it says how.
//
//gordian:model atomic
func (n *node) adopt(child *node) (err, cause error) {
	if n.err != nil {
		return n.err, n.cause
	}
	if n.children == nil {
		n.children = map[*node]bool{}
	}
	n.children[child] = true
	return nil, nil
}

// detach forgets n where its parent remembers it. When cannot be seen: n has ended.
func (n *node) detach() {
	above, ok := n.parent.Value(nodeKey{}).(*node)
	if ok {
		delete(above.children, n)
	}
	if forget := n.forget; forget != nil {
		n.forget = nil
		forget()
	}
}

// end marks n as cancelled. The first call wins.
//
//gordian:model atomic
func (n *node) end(err, cause error) bool {
	if n.err != nil {
		return false
	}
	n.err = err
	n.cause = cause
	return true
}

// cancel ends n and all below it.
func (n *node) cancel(err, cause error) {
	if cause == nil {
		cause = err
	}
	if !n.end(err, cause) {
		return
	}
	close(n.done)
	for child := range n.children {
		child.cancel(err, cause)
	}
	n.children = nil
	if n.after != nil {
		go n.after()
	}
}

func (n *node) cancelAndDetach(err, cause error) {
	n.cancel(err, cause)
	n.detach()
}

func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	n := newNode(parent)
	n.attach()
	return n, func() { n.cancelAndDetach(Canceled, nil) }
}

func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc) {
	n := newNode(parent)
	n.attach()
	return n, func(cause error) { n.cancelAndDetach(Canceled, cause) }
}

func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc) {
	return withTimer(parent, d, time.Until(d), cause)
}

func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return withTimer(parent, time.Now().Add(timeout), timeout, nil)
}

func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	return withTimer(parent, time.Now().Add(timeout), timeout, cause)
}

func withTimer(parent Context, d time.Time, left time.Duration, cause error) (Context, CancelFunc) {
	n := newNode(parent)
	n.deadline = d
	n.attach()
	if left <= 0 {
		n.cancelAndDetach(DeadlineExceeded, cause)
		return n, func() {}
	}
	go n.expire(left, cause)
	return n, func() { n.cancelAndDetach(Canceled, nil) }
}

// expire needs no stopping: what has ended cannot end again.
func (n *node) expire(left time.Duration, cause error) {
	time.Sleep(left)
	n.cancelAndDetach(DeadlineExceeded, cause)
}

// AfterFunc runs f in a goroutine of its own once ctx is done; stop says whether it kept f from running.
func AfterFunc(ctx Context, f func()) (stop func() bool) {
	n := newNode(ctx)
	n.after = f
	n.attach()
	return func() bool {
		if !n.end(Canceled, Canceled) {
			return false
		}
		close(n.done)
		n.detach()
		return true
	}
}

func Cause(c Context) error {
	if n, ok := c.Value(nodeKey{}).(*node); ok {
		if cause := n.why(); cause != nil {
			return cause
		}
	}
	return c.Err()
}

type pairCtx struct {
	Context
	key, value any
}

func (c *pairCtx) Value(key any) any {
	if c.key == key {
		return c.value
	}
	return c.Context.Value(key)
}

func (c *pairCtx) String() string { return describe(c.Context) + ".WithValue" }

func WithValue(parent Context, key, val any) Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if key == nil {
		panic("nil key")
	}
	return &pairCtx{parent, key, val}
}

// detached has the values of another context, not its end.
type detached struct{ ctx Context }

func (detached) Deadline() (deadline time.Time, ok bool) { return deadline, false }
func (detached) Done() <-chan struct{}                   { return nil }
func (detached) Err() error                              { return nil }

func (d detached) Value(key any) any {
	if _, ok := key.(nodeKey); ok {
		return nil
	}
	return d.ctx.Value(key)
}

func (d detached) String() string { return describe(d.ctx) + ".WithoutCancel" }

func WithoutCancel(parent Context) Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return detached{parent}
}
