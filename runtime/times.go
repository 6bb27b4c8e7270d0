package gordian

import (
	"time"
	"unsafe"
)

func (a At) Sleep(d time.Duration) {
	if !active {
		time.Sleep(d)
		return
	}
	s := lock()
	g := s.caller()
	g.p = pending{op: opSleep, site: int(a), ok: d <= 0}
	if d > 0 {
		s.clock.start(&vtimer{sleeper: g, owner: g, site: int(a)}, int64(d))
	}
	s.park(g)
}

// Now reads virtual time. A program that only looks at the clock would wait forever, so that looking often takes time.
func (a At) Now() time.Time {
	if !active {
		return time.Now()
	}
	s := lock()
	c := &s.clock
	if g := s.byG.get(getg()); g != nil && g.bubble != nil {
		t := c.timeFor(g.bubble)
		unlock(s)
		return t
	}
	c.reads++
	c.now++
	if c.reads > manyReads {
		c.now += c.readNs(s)
	}
	c.readStep = s.step
	t := c.time()
	unlock(s)
	return t
}

// Slow stands around functions that go to the file system, which takes time.
func Slow[F any](f F) F {
	if active {
		s := lock()
		s.clock.pass(int64(100 * time.Microsecond))
		unlock(s)
	}
	return f
}

// manyReads is how often the clock may be read for nothing before time has to pass.
const manyReads = 1000

// readNs is what one more reading takes. Programs that do something in between may read the clock often, to measure or to
// log; only where that goes on and on they wait for it.
func (c *clock) readNs(s *sched) int64 {
	most := int64(time.Millisecond)
	if s.step == c.readStep || s.spinning > idleLimit {
		return most
	}
	many := int64(c.reads / manyReads)
	if took := many * many * stepNs; took < most {
		return took
	}
	return most
}

func (a At) Since(t time.Time) time.Duration { return a.Now().Sub(t) }
func (a At) Until(t time.Time) time.Duration { return t.Sub(a.Now()) }

// newChannelTimer makes a timer or ticker of the real type whose channel belongs to us. The real one never fires; it is
// there so that uninstrumented code can stop it.
func newChannelTimer(site int, d, period int64) (chan time.Time, *vtimer) {
	ch := make(chan time.Time, 1)
	s := lock()
	g := s.caller()
	t := &vtimer{ch: ch, owner: g, site: site, period: period}
	t.obj = s.object(kindChan, chanPtr(ch), g, site)
	t.obj.clock = unsafe.Pointer(t)
	s.clock.start(t, d)
	s.drop(g)
	unlock(s)
	raceRelease(unsafe.Pointer(t))
	return ch, t
}

const never = time.Duration(1<<63 - 1)

func (a At) After(d time.Duration) <-chan time.Time {
	if !active {
		return time.After(d)
	}
	ch, _ := newChannelTimer(int(a), int64(d), 0)
	return ch
}

func (a At) NewTimer(d time.Duration) *time.Timer {
	if !active {
		return time.NewTimer(d)
	}
	ch, v := newChannelTimer(int(a), int64(d), 0)
	t := time.NewTimer(never)
	t.C = ch
	keepTimer(unsafe.Pointer(t), v)
	return t
}

func (a At) AfterFunc(d time.Duration, f func()) *time.Timer {
	if !active {
		return time.AfterFunc(d, f)
	}
	t := time.AfterFunc(never, func() {})
	s := lock()
	g := s.caller()
	v := &vtimer{f: f, owner: g, site: int(a)}
	s.clock.start(v, int64(d))
	s.timers.put(uintptr(unsafe.Pointer(t)), v)
	v.real = unsafe.Pointer(t)
	s.drop(g)
	unlock(s)
	raceRelease(unsafe.Pointer(v))
	return t
}

func (a At) NewTicker(d time.Duration) *time.Ticker {
	if !active || d <= 0 {
		return time.NewTicker(d)
	}
	ch, v := newChannelTimer(int(a), int64(d), int64(d))
	t := time.NewTicker(never)
	t.C = ch
	keepTimer(unsafe.Pointer(t), v)
	return t
}

func (a At) Tick(d time.Duration) <-chan time.Time {
	if !active || d <= 0 {
		return time.Tick(d)
	}
	ch, _ := newChannelTimer(int(a), int64(d), int64(d))
	return ch
}

func keepTimer(p unsafe.Pointer, v *vtimer) {
	s := lock()
	s.timers.put(uintptr(p), v)
	v.real = p
	unlock(s)
}

// Timer stands in for *time.Timer.
type Timer struct {
	t    *time.Timer
	site int
}

func (a At) Timer(t *time.Timer) Timer { return Timer{t, int(a)} }

// shadowTimer stops at the operation and gives the timer, or nil for one that is not ours.
func shadowTimer(p unsafe.Pointer, site int) *vtimer {
	if !active || p == nil {
		return nil
	}
	s := lock()
	v := s.timers.get(uintptr(p))
	if v == nil {
		unlock(s)
		return nil
	}
	g := s.caller()
	g.p = pending{op: opTimer, site: site, obj: v.obj}
	s.park(g)
	return v
}

// drain takes back what a timer has sent and was not received, as Go does since 1.23.
func (v *vtimer) drain() {
	if v.ch != nil && syncTimerChannels {
		select {
		case <-v.ch:
		default:
		}
	}
}

// syncTimerChannels: stopping a timer also takes back what it has sent.
var syncTimerChannels = func() bool {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return cap(t.C) == 0
}()

func (x Timer) Stop() bool {
	v := shadowTimer(unsafe.Pointer(x.t), x.site)
	if v == nil {
		return x.t.Stop()
	}
	s := lock()
	was := s.clock.stop(v)
	if syncTimerChannels && v.ch != nil && len(v.ch) > 0 {
		v.drain()
		was = true
	}
	unlock(s)
	return was
}

func (x Timer) Reset(d time.Duration) bool {
	v := shadowTimer(unsafe.Pointer(x.t), x.site)
	if v == nil {
		return x.t.Reset(d)
	}
	s := lock()
	was := s.clock.stop(v)
	if syncTimerChannels && v.ch != nil && len(v.ch) > 0 {
		v.drain()
		was = true
	}
	s.clock.start(v, int64(d))
	unlock(s)
	raceRelease(unsafe.Pointer(v))
	return was
}

// Ticker stands in for *time.Ticker.
type Ticker struct {
	t    *time.Ticker
	site int
}

func (a At) Ticker(t *time.Ticker) Ticker { return Ticker{t, int(a)} }

func (x Ticker) Stop() {
	v := shadowTimer(unsafe.Pointer(x.t), x.site)
	if v == nil {
		x.t.Stop()
		return
	}
	s := lock()
	s.clock.stop(v)
	v.drain()
	unlock(s)
}

func (x Ticker) Reset(d time.Duration) {
	v := shadowTimer(unsafe.Pointer(x.t), x.site)
	if v == nil || d <= 0 {
		x.t.Reset(d)
		return
	}
	s := lock()
	s.clock.stop(v)
	v.drain()
	v.period = int64(d)
	s.clock.start(v, int64(d))
	unlock(s)
}
