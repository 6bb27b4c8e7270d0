package gordian

import (
	"runtime"
	"testing"
)

// testState is what is known of a test that runs.
type testState struct {
	t          *testing.T
	up         *G
	parallel   []*G // subtests that wait for the end of this test's function
	open       int  // subtests that have not ended
	entered    bool
	resumed    bool // the parent was let go on
	isParallel bool
}

// Test is deferred, called, by every test function: it takes the test under control, and its result ends it.
func (a At) Test(t *testing.T) func() {
	if !active {
		return func() {}
	}
	s := lock()
	if known := s.byG.get(getg()); known != nil {
		// A test function that another one calls.
		unlock(s)
		return func() {}
	}
	if s.main.counted && s.main.state == gRunning {
		s.main.state = gOutside
		s.discount(s.main)
	}
	g := s.newG(nil, int(a), itoa(s.roots))
	s.roots++
	s.root = g
	s.begun, s.over = true, false
	s.endSteps, s.endIdle, s.endFires, s.restless = 0, 0, 0, false
	g.test = &testState{t: t, entered: true}
	s.expect(g)
	s.bind(g)
	g.p = pending{op: opStart, site: int(a)}
	s.park(g)
	t.Cleanup(func() { s.testDone(g) })
	return func() {
		if v := recover(); v != nil {
			uncaught(g, v)
		}
		g.functionEnds()
	}
}

// functionEnds lets parallel subtests run: the testing package now waits for them.
func (g *G) functionEnds() {
	s := lock()
	if len(g.test.parallel) == 0 {
		unlock(s)
		return
	}
	for _, sub := range g.test.parallel {
		s.expect(sub)
	}
	g.test.parallel = nil
	g.state = gSubtests
	s.discount(g)
	s.seq++
	unlock(s)
}

// testDone runs behind all other clean-ups of a test.
func (s *sched) testDone(g *G) {
	lock()
	if g.test.t.Failed() {
		s.failed = append(s.failed, g.test.t.Name())
	}
	if g.test.up != nil {
		s.subtestDone(g)
		unlock(s)
		return
	}
	for {
		g.p = pending{op: opTestEnd}
		s.park(g)
		lock()
		// An unknown goroutine may have come since it was decided that nothing can move.
		if s.restless || !s.othersMove(g) {
			break
		}
	}
	s.judge(g)
}

// othersMove: others than g, which is running, can go on.
func (s *sched) othersMove(g *G) bool {
	s.discount(g)
	can := s.canMove()
	s.expect(g)
	return can
}

// judge ends the run of a test: nothing more can move, or only what ticks. The scheduler is locked.
func (s *sched) judge(g *G) {
	list := s.showStuck()
	kind, message := "passed", ""
	for _, x := range list {
		if x.excused == "" {
			kind = "leak"
		}
	}
	switch {
	case g.test.t.Failed():
		kind = "failed"
	case g.test.t.Skipped():
		kind = "skipped"
	}
	s.writeEnd(endReport{kind: kind, message: message, g: g, list: list})
	s.over = true
	s.forget(g)
	// The program's main function is waiting for the testing package, and goes on when it comes back from there.
	unlock(s)
}

func (s *sched) ending() bool {
	return s.root != nil && s.root.state == gParked && s.root.p.op == opTestEnd
}

func (s *sched) subtestDone(g *G) {
	up := g.test.up
	up.test.open--
	s.forget(g)
	if g.test.isParallel {
		if up.test.open == 0 && up.state == gSubtests {
			s.comeBack(up)
		}
	} else if !g.test.resumed {
		g.test.resumed = true
		s.comeBack(up)
	}
	s.next()
}

// comeBack: the testing package is about to let a test go on.
func (s *sched) comeBack(g *G) {
	g.state = gRunning
	s.expect(g)
	s.seq++
}

// T stands in for *testing.T.
type T struct {
	t    *testing.T
	site int
}

func (a At) T(t *testing.T) T { return T{t, int(a)} }

func (x T) Run(name string, f func(*testing.T)) bool { return x.run(name, f, nil) }

// run runs a subtest; b is the bubble that it is to be in, if that is a new one.
func (x T) run(name string, f func(*testing.T), b *bubble) bool {
	if !active || x.t == nil {
		return x.t.Run(name, f)
	}
	s := lock()
	up := s.byG.get(getg())
	if up == nil || up.test == nil {
		unlock(s)
		return x.t.Run(name, f)
	}
	g := s.newChild(up, x.site)
	if b != nil {
		g.bubble = b
	}
	g.test = &testState{up: up}
	up.test.open++
	up.state = gSubtests
	s.discount(up)
	s.expect(g)
	unlock(s)
	ok := x.t.Run(name, func(t *testing.T) { g.subtest(t, f) })
	s = lock()
	if !g.test.entered {
		// Left out by -run.
		up.test.open--
		s.forget(g)
		s.comeBack(up)
	}
	unlock(s)
	return ok
}

func (g *G) subtest(t *testing.T, f func(*testing.T)) {
	s := lock()
	g.test.t, g.test.entered = t, true
	s.bind(g)
	g.p = pending{op: opStart, site: g.site}
	s.park(g)
	t.Cleanup(func() { s.testDone(g) })
	defer g.endOfSubtest()
	f(t)
}

func (g *G) endOfSubtest() {
	if v := recover(); v != nil {
		uncaught(g, v)
	}
	g.functionEnds()
}

func (x T) Parallel() {
	if !active || x.t == nil {
		x.t.Parallel()
		return
	}
	s := lock()
	g := s.byG.get(getg())
	if g == nil || g.test == nil {
		unlock(s)
		x.t.Parallel()
		return
	}
	g.test.isParallel = true
	if up := g.test.up; up != nil {
		up.test.parallel = append(up.test.parallel, g)
		g.state = gParallel
		s.discount(g)
		g.test.resumed = true
		s.comeBack(up)
	} else {
		s.outside(g, false)
	}
	unlock(s)
	x.t.Parallel()
	stop(opReturn, x.site, kindTest, nil, 0)
}

// Main is deferred, called, by the main function of a program that is no test.
func (a At) Main() func() {
	if !active {
		return func() {}
	}
	s := lock()
	g := s.main
	if s.byG.get(getg()) != g {
		unlock(s)
		return func() {}
	}
	g.named = "0"
	s.root = g
	s.begun = true
	s.writeG(g)
	unlock(s)
	return func() {
		if v := recover(); v != nil {
			uncaught(g, v)
		}
		if g.gone {
			s := lock()
			s.forget(g)
			s.next()
			unlock(s)
			return
		}
		// What others do before the program ends can still be seen.
		stop(opTest, int(a), kindTest, nil, 0)
		s := lock()
		s.writeEnd(endReport{kind: "passed", g: g})
		s.over = true
		unlock(s)
	}
}

// Goexit is told apart from a return of main: after it the program goes on without main.
func (a At) Goexit() {
	if active {
		s := lock()
		if g := s.byG.get(getg()); g != nil {
			g.gone = true
		}
		unlock(s)
	}
	runtime.Goexit()
}
