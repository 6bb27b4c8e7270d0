package gordian

import (
	"context"
	"reflect"
	"time"
	"unsafe"
)

// ctx is a context that can be cancelled, with its deadline in virtual time.
type ctx struct {
	parent   context.Context
	done     chan struct{}
	shadow   *object
	kind     string
	site     int
	deadline time.Time
	timer    *vtimer
	owner    *G

	// Under the scheduler's lock.
	err      error
	cause    error
	children []*ctx
	up       *ctx
	detach   func() bool // stops waiting for a parent that is not ours
	after    func()      // of AfterFunc
}

type ctxKeyType struct{}

var ctxKey ctxKeyType

func (c *ctx) Deadline() (time.Time, bool) {
	if c.deadline.IsZero() {
		return c.parent.Deadline()
	}
	if calledByLibrary() {
		return realTime(c.deadline), true
	}
	return c.deadline, true
}

func (c *ctx) Done() <-chan struct{} { return c.done }

// Err looks at what others change, so it is a scheduling point.
func (c *ctx) Err() error {
	if active {
		stop(opAtomicLoad, c.site, kindChan, chanPtr(c.done), 0)
	}
	s := lock()
	err := c.err
	unlock(s)
	if err != nil {
		raceAcquire(unsafe.Pointer(c))
	}
	return err
}

func (c *ctx) Value(key any) any {
	if key == any(&ctxKey) {
		return c
	}
	return c.parent.Value(key)
}

func (c *ctx) String() string {
	text := contextName(c.parent) + "." + c.kind
	if c.kind == "WithDeadline" {
		text += "(" + c.deadline.String() + " [" + time.Until(c.deadline).String() + "])"
	}
	return text
}

func contextName(c context.Context) string {
	if s, ok := c.(interface{ String() string }); ok {
		return s.String()
	}
	return reflect.TypeOf(c).String()
}

// newCtx makes a context below parent.
func newCtx(parent context.Context, site int, kind string) *ctx {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	c := &ctx{parent: parent, done: make(chan struct{}), kind: kind, site: site}
	s := lock()
	c.owner = s.caller()
	c.shadow = s.object(kindChan, chanPtr(c.done), c.owner, site)
	c.shadow.clock = unsafe.Pointer(c)
	s.drop(c.owner)
	unlock(s)
	c.follow()
	return c
}

// follow makes the end of the parent the end of c.
func (c *ctx) follow() {
	over := c.parent.Done()
	if over == nil {
		return
	}
	if up, ok := c.parent.Value(&ctxKey).(*ctx); ok && (<-chan struct{})(up.done) == over {
		s := lock()
		c.shadow.of = up.shadow
		s.writeObject(c.shadow, c.site)
		err, cause := up.err, up.cause
		if err == nil {
			c.up = up
			up.children = append(up.children, c)
		}
		unlock(s)
		if err != nil {
			c.cancel(err, cause)
		}
		return
	}
	select {
	case <-over:
		c.cancel(c.parent.Err(), causeOf(c.parent))
		return
	default:
	}
	c.detach = afterForeign(c.parent, func() { c.cancel(c.parent.Err(), causeOf(c.parent)) })
}

// take ends c and everything below it, and gives the contexts whose channels are to be closed. The scheduler is locked.
func (c *ctx) take(s *sched, err, cause error, out []*ctx) []*ctx {
	if c.err != nil {
		return out
	}
	if cause == nil {
		cause = err
	}
	c.err, c.cause = err, cause
	if c.timer != nil {
		s.clock.stop(c.timer)
	}
	out = append(out, c)
	for _, below := range c.children {
		out = below.take(s, err, cause, out)
	}
	c.children = nil
	if up := c.up; up != nil && up.err == nil {
		for i, x := range up.children {
			if x == c {
				up.children = removeNear(up.children, i)
				break
			}
		}
	}
	return out
}

// cancel is called by a goroutine of the program.
func (c *ctx) cancel(err, cause error) {
	s := lock()
	ended := c.take(s, err, cause, nil)
	unlock(s)
	for _, x := range ended {
		raceRelease(unsafe.Pointer(x))
		if x.after != nil {
			go W00(x.site, x.after)()
			Went()
		}
		close(x.done)
		s = lock()
		s.touch(x.shadow)
		unlock(s)
		if x.detach != nil {
			x.detach()
		}
	}
}

// expire is called by the clock, with the scheduler locked.
func (c *ctx) expire(s *sched) {
	for _, x := range c.take(s, context.DeadlineExceeded, c.timer.cause, nil) {
		if x.after != nil {
			s.startCallback(&vtimer{f: x.after, owner: x.owner, site: x.site})
		}
		close(x.done)
		s.touch(x.shadow)
	}
}

// cancelFunc is what the program calls: a scheduling point, at the place where the context was made.
func (c *ctx) cancelFunc(err, cause error) {
	if active {
		stop(opClose, c.site, kindChan, chanPtr(c.done), 0)
	}
	c.cancel(err, cause)
}

func (a At) WithCancel(parent context.Context) (context.Context, context.CancelFunc) {
	if !active {
		return context.WithCancel(parent)
	}
	c := newCtx(parent, int(a), "WithCancel")
	return c, func() { c.cancelFunc(context.Canceled, nil) }
}

func (a At) WithDeadline(parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
	if !active {
		return context.WithDeadline(parent, d)
	}
	c := deadlineCtx(a, parent, d, nil)
	return c, func() { c.cancelFunc(context.Canceled, nil) }
}

func deadlineCtx(a At, parent context.Context, d time.Time, cause error) *ctx {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if cur, ok := parent.Deadline(); ok && cur.Before(d) {
		return newCtx(parent, int(a), "WithCancel")
	}
	c := newCtx(parent, int(a), "WithDeadline")
	c.deadline = d
	left := d.Sub(a.Now())
	if left <= 0 {
		c.cancel(context.DeadlineExceeded, cause)
		return c
	}
	raceRelease(unsafe.Pointer(c))
	s := lock()
	if c.err == nil {
		c.timer = &vtimer{ctx: c, owner: c.owner, site: int(a), cause: cause}
		s.clock.start(c.timer, int64(left))
	}
	unlock(s)
	return c
}

func (a At) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if !active {
		return context.WithTimeout(parent, d)
	}
	return a.WithDeadline(parent, a.Now().Add(d))
}
