package gordian

import (
	"reflect"
	"runtime"
	"strings"
	"time"
)

// startWatch looks from time to time whether a goroutine has gone into something that is not under control. It uses no
// goroutine of its own, so that tests which count goroutines do not see it.
func (s *sched) startWatch() {
	s.started = time.Now()
	s.quiet = s.started
	// In sight of the race detector: what these read was written when the program began.
	raceOn()
	time.AfterFunc(watchFirst, func() { s.watch(watchFirst) })
	s.alarm = time.AfterFunc(never, s.goOn)
	raceOff()
}

// goOn: time was held for as long as need be.
func (s *sched) goOn() {
	lock()
	if s.running == 0 && !s.frozen && !s.over {
		s.decide(nil)
	}
	unlock(s)
}

// The first look is soon: a goroutine that waits for the network should not hold up others for long, least of all in a program that
// has done so before. While nothing happens, looks become rarer.
const (
	watchOnline = 2 * time.Millisecond
	watchFirst  = 10 * time.Millisecond
	watchLast   = 50 * time.Millisecond
)

func (s *sched) firstLook() time.Duration {
	if s.wasOnline {
		return watchOnline
	}
	return watchFirst
}

func (s *sched) watch(period time.Duration) {
	lock()
	if s.frozen || s.over {
		unlock(s)
		return
	}
	now := time.Now()
	if now.Sub(s.started) > time.Duration(s.plan.Limits.WallMs)*time.Millisecond {
		s.end(endReport{kind: "limit", message: "real time: " + itoa(int(s.plan.Limits.WallMs)) + " ms"})
		unlock(s)
		return
	}
	if s.seq != s.watchSeq {
		s.watchSeq, s.quiet = s.seq, now
		period = s.firstLook()
	} else {
		s.look(now.Sub(s.quiet))
		if s.seq != s.watchSeq {
			period = s.firstLook()
		} else if period *= 2; period > watchLast {
			period = watchLast
		}
	}
	unlock(s)
	time.AfterFunc(period, func() { s.watch(period) })
}

// settledAfter is how long everything must have been at rest before it is taken to stay so. While a test waits for
// something that may still come, that is longer.
func (s *sched) settledAfter() time.Duration {
	after := time.Duration(s.plan.Limits.UncontrolledMs) * time.Millisecond
	if s.ending() {
		return after
	}
	return 10 * after
}

// look: nothing has moved for a while. A goroutine that is blocked and should be running has left our control.
func (s *sched) look(quiet time.Duration) {
	d := parseDump()
	moving := false
	for g := s.oldest; g != nil; g = g.nextG {
		if !g.counted && g.state != gOutside {
			continue
		}
		state, stack := d.of(g.goid)
		lasting := s.lastingCall(g, state, quiet)
		if g.state == gNew || !blockedState(state) && !lasting || strings.Contains(stack, enters) {
			moving = true
			continue
		}
		if g.counted {
			s.discount(g)
			g.state = gOutside
			if state == "IO wait" && !g.online {
				g.online, s.wasOnline = true, true
				s.online++
			}
			s.uncontrolled = true
			if !g.reported {
				g.reported = true
				s.writeUncontrolled(g, stack)
			}
			moving = true
			s.seq++
		}
	}
	if s.running == 0 && !s.frozen {
		if !moving && quiet >= s.settledAfter() {
			s.settle(d)
			s.settled = true
		}
		s.decide(nil)
	}
}

func (s *sched) offline(g *G) {
	if g.online {
		g.online = false
		s.online--
	}
}

// looksAtNetwork: a goroutine runs on and on while others wait for the network. With one processor it would take long
// until one sees that there is something for them; it is looked for less and less often, because that takes up to a millisecond.
func (s *sched) looksAtNetwork() bool {
	return s.online > 0 && s.lastRun >= 16 && s.lastRun&(s.lastRun-1) == 0
}

// lookAtNetwork rests while the real runtime has nothing better to do. The rest grows with the steps the goroutine has
// run: a loaded machine takes milliseconds to deliver what was written.
func lookAtNetwork(run int) {
	rest := 2 * time.Millisecond
	if run < 2000 {
		rest = time.Duration(run) * time.Microsecond
	}
	time.Sleep(rest)
}

// lastingCall: g was seen in a system call, or in C, again and again: it may be there for as long as it likes. Behind the
// end of a test that is no reason to wait.
func (s *sched) lastingCall(g *G, state string, quiet time.Duration) bool {
	if state != "syscall" {
		g.calls = 0
		return false
	}
	g.calls++
	lasts := g.calls >= lastingLooks && quiet >= time.Duration(s.plan.Limits.UncontrolledMs)*time.Millisecond
	return lasts && (g.counted || s.ending())
}

// lastingLooks is how often in a row a goroutine must have been seen in a system call.
const lastingLooks = 5

// enters stands in the stack of a goroutine that is on its way into the scheduler, which is locked while we look.
var enters = reflect.TypeOf(sched{}).PkgPath() + ".lock("

// settle: everything has been at rest for a while. Goroutines outside that wait for other goroutines, and not for the
// world, are then blocked for good.
func (s *sched) settle(d dump) {
	for _, e := range d {
		switch e.state {
		case "IO wait", "sleep", "syscall":
			return
		}
	}
	for g := s.oldest; g != nil; g = g.nextG {
		if g.state == gOutside {
			g.blockedForGood = true
		}
	}
}

// holdsTime: nothing under control can move, but code that is not is at work. As long as that may bring something, time
// passes no faster than it really does.
func (s *sched) holdsTime(t *vtimer) bool {
	if s.over || !s.begun || s.ending() || !s.someoneAtWork() {
		return false
	}
	now := time.Now()
	if s.held.IsZero() {
		s.held = now
	}
	wait := time.Duration(t.when - s.clock.now)
	if longest := s.settledAfter(); wait > longest {
		wait = longest
	}
	if wait -= now.Sub(s.held); wait <= 0 {
		return false
	}
	s.idle = true
	s.alarm.Reset(wait)
	return true
}

// someoneAtWork: a goroutine outside our control may do something without any of ours.
func (s *sched) someoneAtWork() bool {
	unknown := runtime.NumGoroutine() - s.live
	if s.leaving {
		unknown--
	}
	if unknown <= 0 && !s.uncontrolled {
		return false
	}
	c := &s.lastCheck
	now := time.Now()
	// The account of all goroutines takes time: it is not asked for again and again while nothing has changed.
	if c.unknown == unknown && !c.working && now.Sub(c.at) < 20*c.took {
		return false
	}
	c.unknown, c.at = unknown, now
	_, c.working = s.strangers()
	c.took = time.Since(now)
	return c.working
}

// strangerCheck is when goroutines that are not under control were last looked for, and what was seen.
type strangerCheck struct {
	unknown int
	working bool
	at      time.Time
	took    time.Duration
}
