package gordian

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const (
	exitPanic      = 2
	exitStuck      = 88
	exitDivergence = 89
	exitLimit      = 90
)

type endReport struct {
	kind    string
	message string
	g       *G
	stack   string
	stuck   bool // goroutines are to be shown in the operations that they are stuck in
	list    []stuckG
	alts    []alt // of a divergence: what could have been taken
}

// stuckG is a goroutine that can never move again.
type stuckG struct {
	g       *G
	stack   string
	state   string
	excused string
}

// end finishes the run from inside a decision. Nothing more is chosen.
func (s *sched) end(r endReport) {
	if s.frozen {
		return
	}
	s.frozen = true
	go s.finish(r)
}

func (s *sched) finish(r endReport) {
	lock()
	if r.stuck && s.canMove() {
		// An unknown goroutine has come meanwhile.
		s.frozen = false
		s.next()
		unlock(s)
		return
	}
	if r.stuck {
		r.list = s.showStuck()
		if s.root != nil && s.root.state == gParked && s.root.p.op == opTestEnd {
			r.kind = "leak"
		}
	}
	s.writeEnd(r)
	code := exitLimit
	switch r.kind {
	case "deadlock", "leak":
		code = exitStuck
	case "divergence":
		code = exitDivergence
	}
	os.Stderr.WriteString("gordian: " + r.kind + ": " + r.message + "\n")
	os.Exit(code)
}

// uncaught is called for a panic that was not recovered, on the goroutine that panics, whose stack is still there.
func uncaught(g *G, v any) {
	stack := ownStack()
	text := panicText(v)
	if active {
		s := lock()
		s.frozen = true
		// A test that has failed before is told so: what it does then may be a consequence.
		if s.root != nil && s.root.test != nil && s.root.test.t.Failed() {
			s.failed = append(s.failed, s.root.test.t.Name())
		}
		s.writeEnd(endReport{kind: "panic", message: text, g: g, stack: stack})
	}
	os.Stderr.WriteString("panic: " + text + "\n\n" + stack)
	os.Exit(exitPanic)
}

func panicText(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	return fmt.Sprintf("%#v", v)
}

// fatal is an error that Go does not let a program survive.
func fatal(g *G, message string) {
	stack := ownStack()
	s := lock()
	s.frozen = true
	s.writeEnd(endReport{kind: "fatal", message: message, g: g, stack: stack})
	os.Stderr.WriteString("fatal error: " + message + "\n\n" + stack)
	os.Exit(exitPanic)
}

func ownStack() string {
	buf := make([]byte, 64<<10)
	return string(buf[:runtime.Stack(buf, false)])
}

// stuckNow lists the goroutines at an operation that nothing will ever enable. Nothing is enabled when it is called.
func (s *sched) stuckNow() []*G {
	if s.working || s.restless {
		// Those that are still at work may free any other.
		return nil
	}
	var list []*G
	for g := s.oldest; g != nil; g = g.nextG {
		switch g.state {
		case gParked:
			if g.p.op.waits() && !s.awaitsClock(g) {
				list = append(list, g)
			}
		case gOutside:
			if g.blockedForGood && g != s.main {
				list = append(list, g)
			}
		}
	}
	return list
}

// canMove: something can happen after all.
func (s *sched) canMove() bool { return s.running > 0 || len(s.cont) > 0 || len(s.collect()) > 0 }

// awaitsClock: a timer that is still running would wake g; it was only not played any longer.
func (s *sched) awaitsClock(g *G) bool {
	if g.p.op == opSleep {
		return true
	}
	for _, t := range s.clock.timers {
		var o *object
		switch {
		case t.obj != nil:
			o = t.obj
		case t.ctx != nil:
			o = t.ctx.shadow
		}
		if o == nil {
			continue
		}
		if g.p.obj == o {
			return true
		}
		for _, a := range g.arms {
			if g.p.op == opSelect && a.obj == o {
				return true
			}
		}
	}
	return false
}

// showStuck lets those that are stuck into their real operations, and takes the real runtime's own account of them.
// The scheduler is locked on entry and on return, but not meanwhile.
func (s *sched) showStuck() []stuckG {
	gs := s.stuckNow()
	frozen := s.frozen
	s.frozen = true
	// A writer that waits keeps readers out, so it has to be there first.
	first, rest := gs[:0:0], gs[:0:0]
	for _, g := range gs {
		if g.p.obj != nil && g.p.obj.announced == g {
			first = append(first, g)
		} else {
			rest = append(rest, g)
		}
	}
	list := make([]stuckG, len(gs))
	for i, g := range gs {
		list[i].g = g
	}
	for _, group := range [][]*G{first, rest} {
		for _, g := range group {
			if g.state == gParked {
				g.release = true
				g.wake <- struct{}{}
			}
		}
		s.mu.Unlock()
		s.awaitBlocked(list, group)
		s.mu.Lock()
	}
	s.frozen = frozen
	for i := range list {
		list[i].excused = s.excuse(list[i])
	}
	return list
}

// awaitBlocked waits until the goroutines of a group are blocked, and notes their dumps.
func (s *sched) awaitBlocked(list []stuckG, group []*G) {
	if len(group) == 0 {
		return
	}
	for try := 0; ; try++ {
		dump := parseDump()
		waiting := 0
		for i := range list {
			for _, g := range group {
				if list[i].g != g {
					continue
				}
				list[i].state, list[i].stack = dump.of(g.goid)
				if !blockedState(list[i].state) {
					waiting++
				}
			}
		}
		if waiting == 0 {
			return
		}
		if try == 100 {
			s.mu.Lock()
			s.writeDefect(itoa(waiting) + " goroutines that should be stuck are not blocked")
			s.mu.Unlock()
			return
		}
		if try < 5 {
			runtime.Gosched()
		} else {
			time.Sleep(200 * time.Microsecond)
		}
	}
}

func blockedState(state string) bool {
	switch state {
	case "running", "runnable", "syscall", "preempted", "":
		return false
	case "wait for GC cycle", "GC assist wait", "GC assist marking", "stopping the world", "debug call":
		return false
	}
	return true
}

type dumpEntry struct {
	id    int64
	state string
	text  string
}

type dump []dumpEntry

func (d dump) of(id int64) (string, string) {
	for _, e := range d {
		if e.id == id {
			return e.state, e.text
		}
	}
	return "", ""
}

// parseDump reads the real runtime's account of all goroutines.
func parseDump() dump {
	buf := make([]byte, 64<<10)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			buf = buf[:n]
			break
		}
		buf = make([]byte, 2*len(buf))
	}
	var out dump
	for _, part := range strings.Split(string(buf), "\n\n") {
		rest := strings.TrimPrefix(part, "goroutine ")
		i, j := strings.Index(rest, " ["), strings.Index(rest, "]")
		if len(rest) == len(part) || i < 0 || j < i {
			continue
		}
		head := rest[:i]
		if k := strings.IndexByte(head, ' '); k >= 0 {
			head = head[:k]
		}
		id, err := strconv.ParseInt(head, 10, 64)
		if err != nil {
			continue
		}
		state := rest[i+2 : j]
		if k := strings.IndexByte(state, ','); k >= 0 {
			state = state[:k]
		}
		out = append(out, dumpEntry{id, state, part})
	}
	return out
}

// excuse says why a goroutine may stay when a test ends; "" if it may not.
func (s *sched) excuse(x stuckG) string {
	g := x.g
	for p := g; p != nil; p = p.parent {
		if p == s.main && g != s.main && !s.mainIsRoot() {
			return "started before the test"
		}
	}
	if why := s.lastsForEver(g); why != "" {
		return why
	}
	for _, pattern := range s.plan.Allow {
		for _, line := range strings.Split(x.stack, "\n") {
			name := strings.TrimPrefix(line, "created by ")
			if k := strings.LastIndexByte(name, '('); k > 0 && strings.HasSuffix(name, ")") {
				name = name[:k]
			}
			if k := strings.Index(name, " in goroutine "); k > 0 {
				name = name[:k]
			}
			if globMatch(pattern, name) {
				return "allowed: " + pattern
			}
		}
	}
	return ""
}

func (s *sched) mainIsRoot() bool { return s.root == s.main }

// lastsForEver: everything that g waits for is made to be waited for as long as the program runs.
func (s *sched) lastsForEver(g *G) string {
	if g.p.op != opRecv && g.p.op != opSelect {
		return ""
	}
	objs := []*object{g.p.obj}
	if g.p.op == opSelect {
		objs = objs[:0]
		for _, a := range g.arms {
			if a.obj != nil {
				objs = append(objs, a.obj)
			}
		}
	}
	why := ""
	for _, o := range objs {
		switch {
		case o == nil:
			return ""
		case o.lasts != "":
			why = o.lasts
		case o.maker == s.main && !s.mainIsRoot():
			why = "waits on a channel that was made before the test"
		default:
			return ""
		}
	}
	return why
}

func globMatch(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(name, part)
		if i < 0 {
			return false
		}
		name = name[i+len(part):]
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}

func (s *sched) writeEnd(e endReport) {
	r := &s.rec
	r.begin("end")
	r.str(`,"kind":`)
	r.quoted(e.kind)
	r.str(`,"message":`)
	r.quoted(e.message)
	id, site := 0, 0
	if e.g != nil {
		id, site = e.g.id, e.g.p.site
	}
	r.field(`,"g":`, id)
	r.field(`,"s":`, site)
	r.str(`,"stack":`)
	r.quoted(e.stack)
	r.field(`,"steps":`, s.step)
	r.str(`,"now":`)
	r.num64(s.clock.now)
	r.str(`,"stuck":[`)
	for i, x := range e.list {
		if i > 0 {
			r.str(",")
		}
		s.writeStuck(x)
	}
	r.str("]")
	if len(e.alts) > 0 {
		r.alts(e.alts)
	}
	r.field(`,"effect":`, s.strategy.effect())
	r.str(`,"uncontrolled":`)
	r.bool(s.uncontrolled)
	r.str(`,"timed":`)
	r.bool(s.clock.seq > 0)
	r.str(`,"random":`)
	r.bool(s.random)
	r.str(`,"early":`)
	r.bool(s.early)
	r.str(`,"failed":[`)
	for i, name := range s.failed {
		if i > 0 {
			r.str(",")
		}
		r.quoted(name)
	}
	r.str("]}\n")
	r.flush()
}

func (s *sched) writeStuck(x stuckG) {
	r := &s.rec
	g := x.g
	r.field(`{"g":`, g.id)
	r.str(`,"path":`)
	r.quoted(g.path())
	r.str(`,"op":"`)
	operation, site, o := g.p.op, g.p.site, g.p.obj
	if g.state == gOutside {
		operation, o = opReturn, nil
	}
	r.str(operation.String())
	holder, id, name := 0, 0, ""
	if o != nil {
		id, name = o.id, o.name()
		if o.holder != nil {
			holder = o.holder.id
		} else if len(o.readers) > 0 {
			holder = o.readers[0].id
		}
	}
	r.field(`","o":`, id)
	r.str(`,"object":`)
	r.quoted(name)
	r.field(`,"s":`, site)
	r.str(`,"arms":`)
	if operation == opSelect {
		r.armObjects(g)
	} else {
		r.str("[]")
	}
	r.str(`,"stack":`)
	r.quoted(x.stack)
	r.str(`,"state":`)
	r.quoted(x.state)
	r.field(`,"holder":`, holder)
	r.str(`,"excused":`)
	r.quoted(x.excused)
	r.str("}")
}

// broken: a goroutine came back from an operation that it should be stuck in forever. The shadow was wrong.
func (g *G) broken() {
	s := lock()
	s.writeDefect("goroutine " + g.path() + " was stuck at " + g.p.op.String() + " (site " + itoa(g.p.site) + ") by its shadow, but not really")
	s.uncontrolled = true
	unlock(s)
	select {}
}
