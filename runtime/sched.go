// Package gordian is linked into instrumented programs. It lets one goroutine run at a time, from one scheduling point
// to the next, and decides at each of them, by a plan, which one is next. Without a plan it does nothing.
//
// Every primitive has a shadow that says what could happen to it. A goroutine carries out the real operation only once
// the shadow says that it will not wait, so that Go's own semantics, and its race detector, see real operations.
package gordian

import (
	"sync"
	"time"
	"unsafe"
)

// active: a plan is being followed.
var active bool

type sched struct {
	mu       sync.Mutex
	plan     *plan
	strategy strategy
	rng      rng

	oldest  *G // that has not ended; by nextG the younger ones follow
	newest  *G
	live    int // how many have not ended
	lastG   int
	foreign int
	roots   int
	byG     ptrTable[G]
	objects ptrTable[object]
	lastObj int
	ended   [64]int64        // numbers of goroutines that have ended lately, and may still be on their way out
	timers  ptrTable[vtimer] // by the timer or ticker that the program holds
	passes  passTable

	online    int  // goroutines that wait for the network
	wasOnline bool // a goroutine has
	running   int  // goroutines that are between scheduling points
	cont      []*G
	alts      []alt
	crowd     crowd
	step      int
	seq       uint64 // changes whenever a goroutine moves
	idle      bool   // nothing can be chosen, and a goroutine is outside
	frozen    bool   // the run is over: nothing more is chosen
	over      bool   // the test has ended and was judged
	begun     bool   // a test or main has begun

	main  *G
	root  *G
	tests int

	clock clock

	uncontrolled bool
	random       bool // random numbers or orders of maps have decided something
	early        bool
	loose        bool // unknown goroutines may come: finalizers, callbacks
	working      bool // code outside our control was at work when the test ended
	settled      bool // everything has been at rest for a while
	marks        uint64
	found        []*G
	spinning     int  // idle steps in a row, of any goroutine
	sinceFire    int  // steps since time last passed
	due          bool // the timer that fires next has run out while others worked
	fires        int  // how often time has passed because nothing else could happen
	moves        int  // how often the test itself has moved
	endSteps     int  // steps since the test has ended
	endIdle      int  // and those of them that changed nothing
	endFires     int  // and how often time has passed
	restless     bool
	last         *G
	lastRun      int // steps that it has taken in a row
	lastIdle     int // and those of them, to the end, that changed nothing
	failed       []string

	started   time.Time
	watchSeq  uint64
	quiet     time.Time // when seq was first seen to be what it is
	held      time.Time // when time was first kept from passing; zero: it is not
	alarm     *time.Timer
	leaving   bool // the goroutine that decides has ended
	lastCheck strangerCheck
	rec       recorder
}

var theSched sched

// lock enters the scheduler, out of sight of the race detector.
func lock() *sched {
	raceOff()
	theSched.mu.Lock()
	return &theSched
}

func unlock(s *sched) {
	s.mu.Unlock()
	raceOn()
}

// park stops the calling goroutine g at g.p until it is chosen. It unlocks the scheduler.
func (s *sched) park(g *G) {
	if g.state == gOutside {
		// When a parallel test goes on is not up to the network.
		if g.reported {
			s.strategy.returned(g)
		}
		s.offline(g)
	}
	g.state = gParked
	g.fires, g.since = s.fires, s.step
	s.enqueue(g)
	s.rouse(g)
	s.discount(g)
	s.seq++
	if s.running == 0 && !s.frozen {
		s.decide(g)
	}
	granted := g.state == gRunning
	looks, run := granted && s.looksAtNetwork(), s.lastRun
	s.mu.Unlock()
	if !granted {
		<-g.wake
	} else if looks {
		lookAtNetwork(run)
	}
	raceOn()
}

// next lets a goroutine run if none does. The caller does not stop for it.
func (s *sched) next() {
	if s.running == 0 && !s.frozen {
		s.decide(nil)
	}
}

// stop is a scheduling point of the calling goroutine.
func stop(o op, site int, kind objKind, ptr unsafe.Pointer, n int) *G {
	s := lock()
	g := s.caller()
	g.p = pending{op: o, site: site, n: n}
	if ptr != nil {
		g.p.obj = s.object(kind, ptr, g, site)
	}
	s.park(g)
	return g
}

// after ends a rendezvous: one of the two waits until the other one has come to its next scheduling point.
func (g *G) after() {
	if !g.hold || g.foreign {
		return
	}
	s := lock()
	g.hold = false
	g.p = pending{op: opContinue}
	s.cont = append(s.cont, g)
	s.park(g)
}

// outside marks the calling goroutine as gone into something that is not under control, and lets others run.
func (s *sched) outside(g *G, report bool) {
	g.state = gOutside
	s.discount(g)
	if report {
		s.uncontrolled = true
	}
	s.next()
}

// object gives the shadow of a primitive.
func (s *sched) object(kind objKind, ptr unsafe.Pointer, g *G, site int) *object {
	key := uintptr(ptr)<<4 | uintptr(kind)
	if o := s.objects.get(key); o != nil {
		return o
	}
	s.lastObj++
	o := &object{id: s.lastObj, kind: kind, ptr: ptr, maker: g, nth: g.made}
	g.made++
	if !s.begun {
		o.name()
	}
	s.objects.put(key, o)
	s.writeObject(o, site)
	return o
}

// enqueue makes a goroutine that stands at a channel visible to partners.
func (s *sched) enqueue(g *G) {
	switch g.p.op {
	case opSend:
		if o := g.p.obj; o != nil {
			o.sendq = append(o.sendq, waiter{g, -1})
		}
	case opRecv:
		if o := g.p.obj; o != nil {
			o.recvq = append(o.recvq, waiter{g, -1})
			s.rouseAll(o.sendq)
		}
	case opSelect:
		for i, a := range g.arms {
			if a.obj == nil {
				continue
			}
			if a.send {
				a.obj.sendq = append(a.obj.sendq, waiter{g, i})
			} else {
				a.obj.recvq = append(a.obj.recvq, waiter{g, i})
				s.rouseAll(a.obj.sendq)
			}
		}
	}
}

func (s *sched) dequeue(g *G) {
	switch g.p.op {
	case opSend, opRecv:
		if o := g.p.obj; o != nil {
			o.sendq, o.recvq = without(o.sendq, g), without(o.recvq, g)
		}
	case opSelect:
		for _, a := range g.arms {
			if a.obj != nil {
				a.obj.sendq, a.obj.recvq = without(a.obj.sendq, g), without(a.obj.recvq, g)
			}
		}
	}
}

func without(q []waiter, g *G) []waiter {
	kept := q[:0]
	for _, w := range q {
		if w.g != g {
			kept = append(kept, w)
		}
	}
	return kept
}

// grant lets g go on. The goroutine that decides, if it is g itself, sees that from its state.
func (s *sched) grant(g, self *G) {
	s.dequeue(g)
	s.rest(g)
	g.state = gRunning
	s.seq++
	s.idle, s.settled = false, false
	s.held = time.Time{}
	if g.foreign {
		s.forget(g)
		g.state = gRunning
	} else {
		s.expect(g)
	}
	if g != self {
		g.wake <- struct{}{}
	}
}
