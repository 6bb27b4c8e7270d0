package gordian

import (
	"math/rand"
	"runtime"
	"strconv"
	"unsafe"
)

type gstate uint8

const (
	gNew      gstate = iota // named, not yet at its first scheduling point
	gRunning                // between scheduling points
	gParked                 // at a scheduling point
	gOutside                // in something that is not under control
	gSubtests               // in t.Run, or behind the end of a test's function: waits for subtests
	gParallel               // in t.Parallel: waits for the end of the parent's function
	gDone
)

// G is what the scheduler knows of a goroutine.
type G struct {
	id     int
	named  string // see path
	parent *G
	nth    int // of its parent's children
	site   int
	gp     uintptr
	goid   int64
	state  gstate
	wake   chan struct{}

	// counted: the scheduler waits for it to come to a scheduling point.
	counted bool
	// foreign: a goroutine of uninstrumented code that called ours; known for one operation only.
	foreign bool
	// fires: how often time had passed when it came to its operation.
	fires int
	// since: the step at which it came to it.
	since int
	// hold: behind its operation it waits until its partner has gone on.
	hold bool
	// release: nothing can free it; it is to carry out its real operation, and block there.
	release bool
	// gone: it has called runtime.Goexit.
	gone bool
	// calls: how often in a row the watch has seen it in a system call.
	calls int
	// online: it waits for the network.
	online bool
	// reported as blocked outside our control.
	reported bool

	// later: what an atomic method value that is being made operates on.
	later unsafe.Pointer

	p    pending
	arms []armInfo

	nextG, prevG *G // among those that have not ended
	listed       bool
	place        int // in the crowd, from 1; 0: it rests

	steps    int  // that it has taken
	children int  // goroutines that it started
	made     int  // objects that it made or saw first
	spawns   []*G // of go statements whose arguments are being evaluated
	fired    bool // a timer of its own has, and it has set no other one since
	sleeps   int  // since the test had moved so often:
	sleptAt  int
	spin     int // idle steps in a row
	prio     uint64
	mark     uint64 // see someone
	woken    bool   // signalled between cond-wait and cond-wake
	// blockedForGood: outside, and nothing was seen that could bring it back.
	blockedForGood bool

	bubble *bubble // of testing/synctest
	rand   *rand.Rand
	test   *testState
}

// pending is the operation that a goroutine stands at, and then what became of it.
type pending struct {
	op   op
	site int
	obj  *object
	n    int  // what is added to a WaitGroup; of a yield: 1 if others are to run
	def  bool // a select with default
	arm  int  // chosen arm of a select; -1: default
	ok   bool // try: taken; once: to be run; sleep, cond: over
}

type armInfo struct {
	obj  *object // nil for a nil channel
	send bool
}

// arrived: time has passed while it stood at its operation, so it is certainly there.
func (g *G) arrived() bool { return g.fires < theSched.fires }

// again counts how often a goroutine has slept or set a timer after one of its timers had fired, since the test last moved.
func (g *G) again(s *sched) { g.sleeps, g.sleptAt = g.sleepsNow(s)+1, s.moves }

func (g *G) sleepsNow(s *sched) int {
	if g.sleptAt != s.moves {
		return 0
	}
	return g.sleeps
}

// goid parses the number that goroutine dumps use.
func goid() int64 {
	var buf [40]byte
	n := runtime.Stack(buf[:], false)
	id := int64(0)
	for _, c := range buf[len("goroutine "):n] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + int64(c-'0')
	}
	return id
}

// newG names a goroutine. The scheduler is locked.
func (s *sched) newG(parent *G, site int, named string) *G {
	s.lastG++
	g := &G{id: s.lastG, named: named, parent: parent, site: site, wake: make(chan struct{}, 1)}
	if parent != nil {
		g.bubble, g.nth = parent.bubble, parent.children
		parent.children++
	}
	g.prio = s.strategy.priority(g)
	if g.prevG = s.newest; g.prevG != nil {
		g.prevG.nextG = g
	} else {
		s.oldest = g
	}
	s.newest = g
	g.listed = true
	s.live++
	if !s.begun {
		// Main is given another name when it begins.
		g.path()
	}
	s.writeG(g)
	return g
}

func (s *sched) newChild(parent *G, site int) *G { return s.newG(parent, site, "") }

// path is the name of a goroutine, the same under all schedules: those of all above it, and which of its parent's children
// it is. It is made when it is asked for: where each of very many goroutines starts the next, paths are long.
func (g *G) path() string {
	if g.named != "" {
		return g.named
	}
	var below []*G
	up := g
	for ; up.named == ""; up = up.parent {
		below = append(below, up)
	}
	text := []byte(up.named)
	for i := len(below) - 1; i >= 0; i-- {
		text = append(text, '.')
		text = append(text, strconv.Itoa(below[i].nth)...)
	}
	g.named = string(text)
	return g.named
}

// bind makes the calling goroutine g.
func (s *sched) bind(g *G) {
	g.gp, g.goid = getg(), goid()
	s.byG.put(g.gp, g)
}

// expect makes the scheduler wait for g before it decides anything.
func (s *sched) expect(g *G) {
	if !g.counted {
		g.counted = true
		s.running++
	}
}

func (s *sched) discount(g *G) {
	if g.counted {
		g.counted = false
		s.running--
	}
}

// forget removes a goroutine that has ended.
func (s *sched) forget(g *G) {
	g.state = gDone
	if !g.foreign {
		s.ended[g.id%len(s.ended)] = g.goid
	}
	s.discount(g)
	s.offline(g)
	if g.gp != 0 && s.byG.get(g.gp) == g {
		s.byG.remove(g.gp)
	}
	s.rest(g)
	if !g.listed {
		return
	}
	g.listed = false
	if g.prevG != nil {
		g.prevG.nextG = g.nextG
	} else {
		s.oldest = g.nextG
	}
	if g.nextG != nil {
		g.nextG.prevG = g.prevG
	} else {
		s.newest = g.prevG
	}
	// A walk through the list continues from here.
	g.prevG = nil
	s.live--
}

// caller gives the calling goroutine. The scheduler is locked.
func (s *sched) caller() *G {
	if g := s.byG.get(getg()); g != nil {
		return g
	}
	s.foreign++
	s.uncontrolled = true
	g := s.newG(nil, 0, "x"+strconv.Itoa(s.foreign))
	g.foreign = true
	g.goid = goid()
	g.state = gRunning
	return g
}

// spawn names the goroutine that a go statement is about to start; nil if nothing is under control.
func spawn(site int) *G {
	if !active {
		return nil
	}
	s := lock()
	g := s.caller()
	child := s.newChild(g, site)
	g.spawns = append(g.spawns, child)
	s.drop(g)
	unlock(s)
	return child
}

// Went stands behind every go statement: the scheduler waits for the new goroutine from here on.
func Went() {
	if !active {
		return
	}
	s := lock()
	g := s.caller()
	if n := len(g.spawns); n > 0 {
		child := g.spawns[n-1]
		g.spawns = g.spawns[:n-1]
		if child.state == gNew {
			s.expect(child)
		}
		// The new goroutine may run before the statement behind this one.
		if !g.foreign && g.counted {
			g.p = pending{op: opYield, site: child.site}
			s.park(g)
			return
		}
	}
	s.drop(g)
	unlock(s)
}

// Loose stands behind go statements that could not be wrapped: there may be unknown goroutines.
func Loose() {
	if active {
		s := lock()
		s.loose = true
		unlock(s)
	}
}

// drop forgets a foreign goroutine that was looked up only to be named.
func (s *sched) drop(g *G) {
	if g.foreign {
		s.forget(g)
	}
}

// enter is the first thing that a goroutine does: it stops until it is chosen.
func (child *G) enter() {
	if child == nil {
		return
	}
	s := lock()
	s.expect(child)
	s.bind(child)
	child.p = pending{op: opStart, site: child.site}
	s.park(child)
}

// exit is deferred below everything else that a goroutine does.
func (child *G) exit() {
	if child == nil {
		return
	}
	if v := recover(); v != nil {
		uncaught(child, v)
	}
	s := lock()
	s.forget(child)
	s.leaving = true
	s.next()
	s.leaving = false
	unlock(s)
}
