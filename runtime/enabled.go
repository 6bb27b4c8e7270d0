package gordian

import (
	"strings"
	"time"
)

// alt is something that can happen next. A rendezvous belongs to the goroutine that sends.
type alt struct {
	g    *G // nil: the clock
	op   op
	obj  *object
	site int
	arm  int // -1: default; noArm outside select
	with *G  // the goroutine that receives
	warm int // its arm
	// sure is false where the partner may not have got there yet: a select with default may also miss it.
	sure bool
}

const noArm = -2

// collect lists everything that goroutines could do now, in the order of their names.
func (s *sched) collect() []alt {
	out := s.alts[:0]
	if s.crowd.large || s.live > crowdSize {
		out = s.someAlternatives(out)
	} else {
		for g := s.oldest; g != nil; g = g.nextG {
			if g.state == gParked {
				out = s.alternatives(g, out)
			}
		}
	}
	s.alts = out
	return out
}

// alternatives appends what g could do. What a receiver could do together with a sender is listed with the sender.
func (s *sched) alternatives(g *G, out []alt) []alt {
	p := &g.p
	one := alt{g: g, op: p.op, obj: p.obj, site: p.site, arm: noArm, warm: noArm, sure: true}
	o := p.obj
	switch p.op {
	case opSend:
		return sendAlts(one, o, out)
	case opRecv:
		if o != nil && (o.len() > 0 || o.isClosed()) {
			out = append(out, one)
		}
		return out
	case opSelect:
		return selectAlts(g, one, out)
	case opLock:
		switch {
		case o.holder != nil:
		case o.kind == kindMutex:
			out = append(out, one)
		case o.announced == g || o.announced == nil:
			if len(o.readers) == 0 {
				out = append(out, one)
			} else if o.announced == nil {
				one.op = opLockWait
				out = append(out, one)
			}
		}
		return out
	case opRLock:
		if o.holder == nil && o.announced == nil {
			out = append(out, one)
		}
		return out
	case opWgWait:
		if o.bubble == nil && o.count <= 0 || o.bubble != nil && s.bubbleRests(o.bubble, g) {
			out = append(out, one)
		}
		return out
	case opOnce:
		if o.done || o.runner == nil {
			out = append(out, one)
		}
		return out
	case opSleep, opCondWake:
		if p.ok {
			out = append(out, one)
		}
		return out
	case opContinue, opTestEnd:
		return out
	}
	return append(out, one)
}

// sendAlts lists a send on o, by itself or as an arm.
func sendAlts(one alt, o *object, out []alt) []alt {
	switch {
	case o == nil:
	case o.isClosed():
		out = append(out, one)
	case o.cap() > 0:
		if o.len() < o.cap() {
			out = append(out, one)
		}
	default:
		for _, w := range o.recvq {
			// Of two that do not wait neither ever finds the other.
			if w.g != one.g && !(one.g.p.def && w.g.p.def) {
				both := one
				both.with, both.warm, both.sure = w.g, noArm, w.g.arrived() || one.g.arrived()
				if w.arm >= 0 {
					both.warm = w.arm
				}
				out = append(out, both)
			}
		}
	}
	return out
}

func selectAlts(g *G, one alt, out []alt) []alt {
	sure := false
	for i, a := range g.arms {
		if a.obj == nil {
			continue
		}
		one.obj, one.arm = a.obj, i
		if a.send {
			n := len(out)
			out = sendAlts(one, a.obj, out)
			for _, x := range out[n:] {
				sure = sure || x.with == nil || x.with.arrived()
			}
			continue
		}
		if a.obj.len() > 0 || a.obj.isClosed() {
			out = append(out, one)
			sure = true
			continue
		}
		if a.obj.cap() == 0 {
			for _, w := range a.obj.sendq {
				sure = sure || w.g.arrived() && w.g != g
			}
		}
	}
	// With a partner that may not have got there yet, the default can be taken as well.
	if g.p.def && !sure {
		one.obj, one.arm = nil, -1
		out = append(out, one)
	}
	return out
}

// decide chooses until a goroutine runs. None does when it is called, and the scheduler is locked.
func (s *sched) decide(self *G) {
	for s.running == 0 {
		if len(s.cont) > 0 {
			g := s.cont[0]
			s.cont = removeAt(s.cont, 0)
			s.grant(g, self)
			return
		}
		alts := s.collect()
		t := s.clock.next(s)
		if len(alts) == 0 && t == nil {
			if s.stalled(self) {
				return
			}
			continue
		}
		if s.ending() && s.isRestless() {
			s.restless = true
			s.grant(s.root, self)
			return
		}
		if len(alts) == 0 && s.holdsTime(t) {
			return
		}
		// Running takes time: in a loop that never rests, timers go off in the end.
		busy := t != nil && s.hasWaited(t)
		forced := len(alts) == 0 || s.spinning > spinLimit || busy && s.sinceFire > busyLimit
		if t != nil && t.bubble() != nil && len(alts) > 0 {
			// There time passes only when all is at rest.
			t = nil
		}
		s.due = t != nil && t.isDue(s)
		rushed := len(alts) > 0 && t != nil && !s.due && t.when > s.clock.now && s.isRushed(t)
		if t != nil && (forced || (s.due || t.when-s.clock.now <= s.plan.EarlyNs) && !s.over) {
			alts = append(alts, alt{op: opFire, arm: noArm, warm: noArm, obj: t.obj, sure: true})
			s.alts = alts
			if s.spinning > spinLimit || busy && s.sinceFire > 2*busyLimit {
				alts = alts[len(alts)-1:]
			}
		}
		k := s.choose(alts)
		if k < 0 || s.frozen {
			return
		}
		a := alts[k]
		s.step++
		if s.step > s.plan.Limits.Steps && !s.over {
			s.end(endReport{kind: "limit", message: "steps: " + itoa(s.plan.Limits.Steps)})
			return
		}
		s.early = s.early || a.g == nil && rushed
		s.account(a, len(alts))
		s.writeEvent(a, alts)
		s.strategy.taken(s, a, alts)
		s.carryOut(a, self)
	}
}

const (
	// busyLimit is how many steps of any kind may go by before a timer may fire although goroutines can run.
	busyLimit = 500
	// spinLimit is how many steps that change nothing may follow one another before time passes.
	spinLimit = 2000
	// idleLimit is how many such steps one goroutine may take while others could run.
	idleLimit = 100
	// runLimit is how many steps of any kind it may take.
	runLimit = 1000
	// stepNs is how long a step may take on a real machine that is not overloaded, quickStepNs how long it takes at least,
	// workNs how long all together are taken to last that follow one another without rest.
	stepNs      = 10000
	quickStepNs = 1000
	workNs      = 10000000
	// enoughSteps without rest let any timer fire, or loops that wait for one would take too long.
	enoughSteps = 20000
	// Behind the end of a test, others get so many steps, so many that change nothing, and time passes so often: some
	// loop forever.
	endSteps     = 100000
	endIdleSteps = 10000
	endFires     = 2000
)

// choose asks the strategy. A goroutine that goes on and on has to let others run, unless a schedule is being repeated.
func (s *sched) choose(alts []alt) int {
	if s.over {
		return 0
	}
	if s.last == nil || s.lastIdle <= idleLimit && s.lastRun <= runLimit || s.strategy.exact() {
		return s.strategy.pick(s, alts)
	}
	others := make([]alt, 0, len(alts))
	index := make([]int, 0, len(alts))
	for i, a := range alts {
		if a.g != s.last && a.g != nil {
			others = append(others, a)
			index = append(index, i)
		}
	}
	if len(others) == 0 {
		if s.lastRun <= runLimit {
			return s.strategy.pick(s, alts)
		}
		// Alone, it may be choosing the same arm forever.
		return s.step % len(alts)
	}
	s.strategy.yield(s.last)
	s.lastRun, s.lastIdle = 0, 0
	k := s.strategy.pick(s, others)
	if k < 0 {
		return k
	}
	return index[k]
}

// hasWaited: so much has run since time last passed that t may fire.
func (s *sched) hasWaited(t *vtimer) bool { return s.sinceFire > enoughSteps || !s.isRushed(t) }

// isRushed: goroutines can run, and what has run since time last passed would not have taken as long as t waits. Where
// all of them merely spin, nothing but time is left.
func (s *sched) isRushed(t *vtimer) bool {
	return s.spinning <= spinLimit && s.clock.until(t) > int64(s.sinceFire)*stepNs
}

// account keeps the books that fairness and the end of time need.
func (s *sched) account(a alt, n int) {
	if a.g == nil {
		if s.ending() {
			s.endFires++
		}
		s.spinning, s.lastIdle, s.lastRun, s.sinceFire = 0, 0, 0, 0
		s.clock.alone = n == 1
		if n == 1 {
			s.fires++
		}
		return
	}
	s.sinceFire++
	a.g.steps++
	s.clock.work()
	idle := a.op.idle() || a.op == opSelect && a.arm == -1
	if s.ending() {
		s.endSteps++
		if idle {
			s.endIdle++
		}
	}
	if idle {
		s.spinning++
	} else {
		s.spinning = 0
	}
	if a.g != s.last {
		s.lastRun, s.lastIdle = 0, 0
	}
	s.lastRun++
	if idle {
		s.lastIdle++
	} else {
		s.lastIdle = 0
	}
	s.last = a.g
	if a.g.test != nil || a.with != nil && a.with.test != nil {
		s.clock.played = 0
		s.moves++
	}
}

// isRestless: the test has ended, but goroutines that it started go on and on.
func (s *sched) isRestless() bool {
	return s.endSteps > endSteps || s.endIdle > endIdleSteps || s.endFires > endFires
}

// carryOut changes the shadows and lets goroutines run.
func (s *sched) carryOut(a alt, self *G) {
	if a.g == nil {
		s.held = time.Time{}
		s.clock.fire(s)
		return
	}
	g, o := a.g, a.obj
	p := &g.p
	switch a.op {
	case opSend, opRecv, opSelect:
		p.arm = a.arm
		if a.with != nil {
			a.with.p.arm = a.warm
			a.with.hold = true
			s.grant(a.with, self)
		} else if o != nil && o.cap() > 0 {
			if a.op == opSend || a.op == opSelect && a.arm >= 0 && g.arms[a.arm].send {
				s.rouseAll(o.recvq)
			} else {
				s.rouseAll(o.sendq)
			}
		}
	case opClose:
		s.touch(o)
	case opLockWait:
		o.announced = g
		return
	case opLock:
		o.holder, o.announced = g, nil
	case opUnlock:
		p.ok = o.holder != nil
		o.holder = nil
		s.touch(o)
	case opRLock:
		o.readers = append(o.readers, g)
	case opRUnlock:
		p.ok = len(o.readers) > 0
		o.dropReader(g)
		s.touch(o)
	case opTryLock:
		p.ok = o.free() && len(o.readers) == 0
		if p.ok {
			o.holder = g
		}
	case opTryRLock:
		p.ok = o.free()
		if p.ok {
			o.readers = append(o.readers, g)
		}
	case opWgAdd, opWgDone:
		o.count += p.n
		s.touch(o)
	case opCondWait:
		o.queue = append(o.queue, g)
	case opCondSignal:
		if len(o.queue) > 0 {
			s.signal(o.queue[0])
			o.queue = removeAt(o.queue, 0)
		}
	case opCondBroadcast:
		for _, w := range o.queue {
			s.signal(w)
		}
		o.queue = o.queue[:0]
	case opOnce:
		p.ok = !o.done
		if p.ok {
			o.runner = g
		}
	}
	s.grant(g, self)
}

// signal ends a wait, which may not have begun yet: the goroutine is in the queue from cond-wait on.
func (s *sched) signal(g *G) {
	if g.state == gParked && g.p.op == opCondWake {
		g.p.ok = true
		s.rouse(g)
	} else {
		g.woken = true
	}
}

// free: no writer holds the lock or keeps readers out.
func (o *object) free() bool { return o.holder == nil && o.announced == nil }

func (o *object) dropReader(g *G) {
	n := len(o.readers)
	if n == 0 {
		return
	}
	k := n - 1
	for i, r := range o.readers {
		if r == g {
			k = i
		}
	}
	o.readers = removeAt(o.readers, k)
}

// stalled is called when nothing can be chosen and no timer is left. It says whether to stop deciding.
func (s *sched) stalled(self *G) bool {
	outside := false
	for g := s.oldest; g != nil; g = g.nextG {
		// The main function waits for the testing package, which waits for the test.
		outside = outside || g.state == gOutside && !g.blockedForGood && (g != s.main || s.over)
	}
	if outside && !s.settled {
		s.idle = true
		return true
	}
	if s.over || !s.begun {
		// What the program does around its tests is its own affair.
		s.idle = true
		return true
	}
	// Unknown goroutines may still come and change everything: they are given time.
	at, working := s.strangers()
	if (s.loose || working || outside) && !s.settled {
		s.idle = true
		return true
	}
	if s.clock.isCut(s) {
		if !s.ending() {
			s.end(endReport{kind: "limit", message: "virtual time: " + itoa(int(s.plan.Limits.VirtualMs/1000)) + " s"})
			return true
		}
		s.restless = true
	}
	working = working || outside
	s.working = working
	for g := s.oldest; g != nil; g = g.nextG {
		if g.state == gParked && g.p.op == opTestEnd {
			s.grant(g, self)
			return true
		}
	}
	if working {
		s.uncontrolled = true
		s.writeUncontrolled(s.root, at)
		s.end(endReport{kind: "limit", message: "the test waits while code outside our control is at work"})
		return true
	}
	if s.mainIsRoot() && s.main.state == gDone {
		s.end(endReport{kind: "fatal", message: "no goroutines (main called runtime.Goexit) - deadlock!", stuck: true})
		return true
	}
	s.end(endReport{kind: "deadlock", message: "nothing can move any more", stuck: true})
	return true
}

// strangers looks for goroutines that are not under control and may still do something, and gives the stack of one.
func (s *sched) strangers() (string, bool) {
	// The goroutine in the scheduler may have just ended, or be the watch's.
	known := map[int64]bool{goid(): true}
	for g := s.oldest; g != nil; g = g.nextG {
		// A goroutine outside is as much of a stranger as the unknown ones.
		if g.state != gOutside || g == s.main || g.blockedForGood {
			known[g.goid] = true
		}
	}
	for _, ended := range s.ended {
		known[ended] = true
	}
	for _, e := range parseDump() {
		// The goroutine that waits for signals is no sign of work; its receiver is known by the channel.
		if durablyBlocked(e.state) || known[e.id] || strings.Contains(e.text, "os/signal.") {
			continue
		}
		return e.text, true
	}
	return "", false
}

// durablyBlocked: only another goroutine can wake one in this state.
func durablyBlocked(state string) bool {
	switch state {
	case "chan receive", "chan send", "select", "select (no cases)", "chan receive (nil chan)", "chan send (nil chan)",
		"sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.WaitGroup.Wait", "sync.Cond.Wait", "semacquire",
		"finalizer wait", "cleanup wait", "force gc (idle)", "GC sweep wait", "GC scavenge wait", "GC worker (idle)":
		return true
	}
	return false
}
