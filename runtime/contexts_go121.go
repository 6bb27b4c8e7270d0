//go:build go1.21

package gordian

import (
	"context"
	"time"
)

func afterForeign(parent context.Context, f func()) func() bool { return context.AfterFunc(parent, f) }

func (a At) WithDeadlineCause(parent context.Context, d time.Time, cause error) (context.Context, context.CancelFunc) {
	if !active {
		return context.WithDeadlineCause(parent, d, cause)
	}
	c := deadlineCtx(a, parent, d, cause)
	return c, func() { c.cancelFunc(context.Canceled, nil) }
}

func (a At) WithTimeoutCause(parent context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
	if !active {
		return context.WithTimeoutCause(parent, d, cause)
	}
	return a.WithDeadlineCause(parent, a.Now().Add(d), cause)
}

// AfterFunc of context is apart from that of time.
func (a At) ContextAfterFunc(parent context.Context, f func()) func() bool {
	if !active {
		return context.AfterFunc(parent, f)
	}
	c := &ctx{parent: parent, done: make(chan struct{}), kind: "AfterFunc", site: int(a), after: f}
	s := lock()
	c.owner = s.caller()
	c.shadow = s.object(kindChan, chanPtr(c.done), c.owner, int(a))
	s.drop(c.owner)
	unlock(s)
	c.follow()
	return func() bool {
		stop(opTimer, int(a), kindChan, chanPtr(c.done), 0)
		s := lock()
		pending := c.err == nil
		c.after = nil
		unlock(s)
		if pending {
			c.cancel(context.Canceled, nil)
		}
		return pending
	}
}

func (a At) WithoutCancel(parent context.Context) context.Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return uncancelled{context.WithoutCancel(parent)}
}

// uncancelled hides the contexts above it that can be cancelled.
type uncancelled struct{ context.Context }

func (u uncancelled) Value(key any) any {
	if key == any(&ctxKey) {
		return nil
	}
	return u.Context.Value(key)
}

func (u uncancelled) String() string { return contextName(u.Context) }
