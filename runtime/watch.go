package gordian

import (
	"time"
)

// startWatch looks from time to time whether somebody has gone into something that is not under control. It uses no
// goroutine of its own, so that tests which count goroutines do not see it.
func (s *sched) startWatch() {
	s.started = time.Now()
	period := time.Duration(s.plan.Limits.UncontrolledMs) * time.Millisecond / 2
	time.AfterFunc(period, func() { s.watch(period) })
}

func (s *sched) watch(period time.Duration) {
	lock()
	if s.frozen || s.over {
		unlock(s)
		return
	}
	if time.Since(s.started) > time.Duration(s.plan.Limits.WallMs)*time.Millisecond {
		s.end(endReport{kind: "limit", message: "real time: " + itoa(int(s.plan.Limits.WallMs)) + " ms"})
		unlock(s)
		return
	}
	if s.seq == s.watchSeq {
		s.watched++
	} else {
		s.watched = 0
	}
	s.watchSeq = s.seq
	if s.watched >= 2 {
		s.look()
	}
	unlock(s)
	time.AfterFunc(period, func() { s.watch(period) })
}

// look: nothing has moved for a while. Whoever is blocked and should be running has left our control.
func (s *sched) look() {
	d := parseDump()
	moving := false
	for _, g := range s.gs {
		if !g.counted && g.state != gOutside {
			continue
		}
		state, stack := d.of(g.goid)
		if g.state == gNew || !blockedState(state) {
			moving = true
			continue
		}
		if g.counted {
			s.discount(g)
			g.state = gOutside
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
		if !moving && s.watched >= 6 {
			s.settle(d)
			s.settled = true
		}
		s.decide(nil)
	}
}

// settle: everything has been at rest for a while. Goroutines outside that wait for other goroutines, and not for the
// world, are then blocked for good.
func (s *sched) settle(d dump) {
	for _, e := range d {
		switch e.state {
		case "IO wait", "sleep", "syscall":
			return
		}
	}
	for _, g := range s.gs {
		if g.state == gOutside {
			g.blockedForGood = true
		}
	}
}
