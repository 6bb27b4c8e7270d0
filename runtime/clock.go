package gordian

import (
	"time"
	"unsafe"
)

// clock is virtual time: nanoseconds since the start, and what is to happen when.
type clock struct {
	now      int64
	timers   []*vtimer // active ones, by time, then by age
	seq      int
	played   int   // times that tickers fired since the test last moved, because nothing else could happen
	alone    bool  // nothing but the timer that fires now could happen
	reads    int   // readings of the clock since time last moved
	readStep int   // the step at which it was read last
	worked   int64 // how much of now has passed because goroutines ran since a timer last fired
	still    bool  // there are bubbles, in which work takes no time
}

// work: a goroutine has taken a step, and that takes time. Many steps without any rest count as no more than workNs, and
// time stops short of the next timer, which does not fire because of that alone.
func (c *clock) work() {
	if c.worked < workNs && (len(c.timers) == 0 || c.timers[0].when-c.now > quickStepNs) {
		c.pass(quickStepNs)
	}
}

// pass lets time pass while a goroutine runs. Timers that have run out meanwhile may fire, but need not at once.
func (c *clock) pass(took int64) {
	if !c.still {
		c.now += took
		c.worked += took
	}
}

// until is how long t waits, from when a timer last fired.
func (c *clock) until(t *vtimer) int64 { return t.when - (c.now - c.worked) }

// vtimer is a timer, a ticker, a sleeping goroutine or a deadline.
type vtimer struct {
	when   int64
	seq    int
	after  int64 // how long it waits
	period int64 // 0: fires once
	active bool

	obj     *object        // the channel, for channel timers
	ch      chan time.Time // nil for other kinds
	f       func()         // of AfterFunc: run in a goroutine of its own
	owner   *G             // the goroutine that made it
	others  int            // steps that others than the owner had taken when it was started
	site    int
	sleeper *G
	ctx     *ctx
	cause   error // of the deadline
	fired   int
	real    unsafe.Pointer // keeps the timer that the program holds alive
}

func (c *clock) start(t *vtimer, after int64) {
	if after < 0 {
		after = 0
	}
	t.after = after
	t.when = c.now + after
	if t.when < c.now {
		t.when = 1<<63 - 1
	}
	c.seq++
	t.seq = c.seq
	t.active = true
	t.others = t.othersNow(&theSched)
	if t.owner != nil && t.owner.fired {
		t.owner.fired = false
		t.owner.again(&theSched)
	}
	i := len(c.timers)
	for i > 0 && c.timers[i-1].when > t.when {
		i--
	}
	c.timers = append(c.timers, nil)
	for k := len(c.timers) - 1; k > i; k-- {
		c.timers[k] = c.timers[k-1]
	}
	c.timers[i] = t
}

// stop says whether the timer was active.
func (c *clock) stop(t *vtimer) bool {
	if !t.active {
		return false
	}
	t.active = false
	low, high := 0, len(c.timers)-1
	for low < high {
		mid := (low + high) / 2
		if x := c.timers[mid]; x.when < t.when || x.when == t.when && x.seq < t.seq {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		// The usual case, and the one in which there may be very many.
		c.timers[0] = nil
		c.timers = c.timers[1:]
	} else {
		c.timers = removeAt(c.timers, low)
	}
	return true
}

// next gives the timer that fires next, or nil. Tickers, and goroutines that sleep or set timers again and again, are
// let fire a bounded number of times while the test does not move.
func (c *clock) next(s *sched) *vtimer {
	ticks := s.plan.Limits.Ticks
	if s.ending() && ticks > 100 {
		ticks = 100
	}
	for _, t := range c.timers {
		if t.when > s.plan.Limits.VirtualMs*1e6 {
			return nil
		}
		if b := t.bubble(); b != nil && s.waitsForLock(b) {
			continue
		}
		if t.period > 0 && c.played >= ticks {
			continue
		}
		if t.period == 0 && t.owner != nil && t.owner.sleepsNow(s) >= 10*ticks {
			continue
		}
		return t
	}
	return nil
}

// isCut: time has come to its limit, and not because a goroutine waits forever.
func (c *clock) isCut(s *sched) bool {
	limit := s.plan.Limits.VirtualMs * 1e6
	for _, t := range c.timers {
		if t.when > limit && t.after <= limit && t.period == 0 {
			return true
		}
	}
	return false
}

// fire lets the next timer fire.
func (c *clock) fire(s *sched) {
	t := c.next(s)
	if t.when > c.now {
		c.now = t.when
		s.writeTime()
	}
	c.reads, c.worked = 0, 0
	c.stop(t)
	t.fired++
	if c.alone && t.period == 0 && t.owner != nil {
		t.owner.fired = true
	}
	switch {
	case t.sleeper != nil:
		t.sleeper.p.ok = true
		s.rouse(t.sleeper)
	case t.ctx != nil:
		t.ctx.expire(s)
	case t.f != nil:
		s.startCallback(t)
	case t.ch != nil:
		select {
		case t.ch <- c.timeFor(t.bubble()):
		default:
		}
		s.touch(t.obj)
	}
	if t.period > 0 {
		if c.alone {
			c.played++
		}
		period := t.period
		c.start(t, period)
	}
}

// othersNow counts the steps of all but the owner.
func (t *vtimer) othersNow(s *sched) int {
	if t.owner == nil {
		return s.step
	}
	return s.step - t.owner.steps
}

// isDue: others have moved since t was started, and it has run out.
func (t *vtimer) isDue(s *sched) bool {
	n := t.othersNow(s) - t.others
	return n > 0 && (t.when <= s.clock.now || int64(n)*quickStepNs >= t.after)
}

func (c *clock) time() time.Time {
	return time.UnixMilli(theSched.plan.EpochMs).Add(time.Duration(c.now))
}

// startCallback runs the function of time.AfterFunc.
func (s *sched) startCallback(t *vtimer) {
	g := s.newChild(t.owner, t.site)
	s.expect(g)
	go callback(g, t)
}

func callback(g *G, t *vtimer) {
	defer g.exit()
	g.enter()
	raceAcquire(unsafe.Pointer(t))
	t.f()
}
