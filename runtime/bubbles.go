package gordian

import (
	"reflect"
	"testing"
	"time"
	"unsafe"
)

// bubble is what testing/synctest runs a function in: goroutines with a time of their own, which passes only when all of
// them are blocked. The real ones would take our own waits for theirs, so that ours take their place.
type bubble struct{ start int64 }

// bubbleEpoch is where time begins in a bubble.
var bubbleEpoch = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC).Local()

func (c *clock) timeFor(b *bubble) time.Time {
	if b == nil {
		return c.time()
	}
	return bubbleEpoch.Add(time.Duration(c.now - b.start))
}

func (t *vtimer) bubble() *bubble {
	if t.owner == nil {
		return nil
	}
	return t.owner.bubble
}

// SynctestTest stands in for synctest.Test, which it is given.
func (a At) SynctestTest(real func(*testing.T, func(*testing.T))) func(*testing.T, func(*testing.T)) {
	if !active {
		return real
	}
	return func(t *testing.T, f func(*testing.T)) {
		s := lock()
		b := &bubble{start: s.clock.now}
		s.clock.still = true
		unlock(s)
		passed := a.T(t).run("synctest", func(inner *testing.T) {
			rename(inner, t.Name())
			f(inner)
		}, b)
		a.await(b)
		if !passed {
			t.FailNow()
		}
	}
}

// SynctestWait stands in for synctest.Wait.
func (a At) SynctestWait(real func()) func() {
	if !active {
		return real
	}
	return func() {
		s := lock()
		g := s.byG.get(getg())
		unlock(s)
		if g == nil || g.bubble == nil {
			real()
			return
		}
		a.await(g.bubble)
	}
}

// await waits until the other goroutines of a bubble are at rest; for one outside, until they have ended.
func (a At) await(b *bubble) {
	s := lock()
	g := s.caller()
	o := s.object(kindWaitGroup, unsafe.Pointer(b), g, int(a))
	o.bubble = b
	g.p = pending{op: opWgWait, site: int(a), obj: o}
	s.park(g)
	if g.release {
		select {}
	}
}

// bubbleRests: no goroutine of b other than g can move, and none waits for what does not count as rest; none is left at
// all if g is outside.
func (s *sched) bubbleRests(b *bubble, g *G) bool {
	for x := s.oldest; x != nil; x = x.nextG {
		if x.bubble != b || x == g {
			continue
		}
		if g.bubble != b || x.state != gParked && x.state != gSubtests {
			return false
		}
		if o := x.p.obj; x.state == gSubtests || o != nil && o.bubble != nil {
			continue
		}
		if isLockWait(x) || len(s.alternatives(x, nil)) > 0 {
			return false
		}
	}
	return true
}

// waitsForLock: a goroutine of b stands at a lock, which keeps time from passing there.
func (s *sched) waitsForLock(b *bubble) bool {
	for x := s.oldest; x != nil; x = x.nextG {
		if x.bubble == b && x.state == gParked && isLockWait(x) {
			return true
		}
	}
	return false
}

func isLockWait(g *G) bool { return g.p.op == opLock || g.p.op == opRLock || g.p.op == opOnce }

// rename gives a subtest the name of the test that it takes the place of.
func rename(t *testing.T, name string) {
	v := reflect.ValueOf(t).Elem().FieldByName("name")
	if v.Kind() == reflect.String && v.CanAddr() {
		*(*string)(unsafe.Pointer(v.UnsafeAddr())) = name
	}
}
