package gordian

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// recorder writes JSON lines, each with one write, so that nothing is lost whatever ends the program. A line begins with a
// secret of the run and its number: what the program itself writes to the same place is not mistaken for one of ours.
type recorder struct {
	fd     int // -1: nowhere
	level  int
	secret string // "": lines stand alone
	lines  int
	buf    []byte
}

const (
	levelEnd = iota
	levelEvents
	levelFull
)

func (r *recorder) open(where string) {
	r.fd = -1
	switch theSched.plan.Record {
	case "events":
		r.level = levelEvents
	case "full":
		r.level = levelFull
	}
	r.buf = make([]byte, 0, 4096)
	if strings.HasPrefix(where, "fd:") {
		number := where[3:]
		if i := strings.IndexByte(number, ','); i >= 0 {
			number, r.secret = number[:i], number[i+1:]
		}
		fd, err := strconv.Atoi(number)
		if err == nil {
			r.fd = outOfTheWay(fd)
		}
		return
	}
	if where == "" {
		return
	}
	f, err := os.OpenFile(where, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		os.Stderr.WriteString("gordian: " + err.Error() + "\n")
		os.Exit(exitDivergence)
	}
	keptOpen = f
	r.fd = int(f.Fd())
}

// keptOpen is never collected, or its descriptor would be closed.
var keptOpen *os.File

func (r *recorder) flush() {
	if r.fd < 0 {
		r.buf = r.buf[:0]
		return
	}
	for done := 0; done < len(r.buf); {
		n, err := syscall.Write(fdOf(r.fd), r.buf[done:])
		if n > 0 {
			done += n
		}
		if err != nil && err != syscall.EINTR && err != syscall.EAGAIN {
			r.fd = -1
			break
		}
	}
	r.buf = r.buf[:0]
}

// begin starts a line of a kind.
func (r *recorder) begin(kind string) {
	if r.secret != "" {
		r.str(r.secret)
		r.num(r.lines)
		r.lines++
	}
	r.str(`{"t":"`)
	r.str(kind)
	r.str(`"`)
}

func itoa(n int) string { return strconv.Itoa(n) }

func (r *recorder) str(s string)             { r.buf = append(r.buf, s...) }
func (r *recorder) num(n int)                { r.num64(int64(n)) }
func (r *recorder) field(name string, n int) { r.str(name); r.num(n) }

// num64 is written out here because the race detector would see strconv write to the buffer.
func (r *recorder) num64(n int64) {
	if n < 0 {
		r.buf = append(r.buf, '-')
		n = -n
	}
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
		if n == 0 {
			break
		}
	}
	r.buf = append(r.buf, digits[i:]...)
}

// quoted writes a JSON string. Bytes that are no UTF-8 become the replacement character.
func (r *recorder) quoted(s string) {
	r.buf = append(r.buf, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			r.buf = append(r.buf, '\\', byte(c))
		case c == '\n':
			r.buf = append(r.buf, '\\', 'n')
		case c == '\t':
			r.buf = append(r.buf, '\\', 't')
		case c < 0x20 || c == 0x2028 || c == 0x2029:
			const hex = "0123456789abcdef"
			r.buf = append(r.buf, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		default:
			r.str(string(c))
		}
	}
	r.buf = append(r.buf, '"')
}

func (s *sched) writeHead() {
	r := &s.rec
	r.begin("head")
	r.field(`,"v":`, protocolVersion)
	r.str(`,"go":`)
	r.quoted(runtime.Version())
	r.str(`,"race":`)
	r.bool(raceEnabled)
	r.str("}\n")
	r.flush()
}

func (r *recorder) bool(b bool) {
	if b {
		r.str("true")
	} else {
		r.str("false")
	}
}

func (s *sched) writeG(g *G) {
	r := &s.rec
	if r.level < levelEvents || s.over {
		return
	}
	r.begin("g")
	r.field(`,"g":`, g.id)
	parent := 0
	if g.parent != nil {
		parent = g.parent.id
	}
	r.field(`,"parent":`, parent)
	r.str(`,"path":`)
	r.quoted(g.path())
	r.field(`,"s":`, g.site)
	r.str("}\n")
	r.flush()
}

func (s *sched) writeObject(o *object, site int) {
	r := &s.rec
	if r.level < levelEvents || s.over {
		return
	}
	r.begin("o")
	r.field(`,"o":`, o.id)
	r.str(`,"kind":"`)
	r.str(kindNames[o.kind])
	r.str(`","name":`)
	r.quoted(o.name())
	n := 0
	if o.kind == kindChan {
		n = o.cap()
	}
	r.field(`,"cap":`, n)
	r.field(`,"s":`, site)
	if o.of != nil {
		r.field(`,"of":`, o.of.id)
	}
	r.str("}\n")
	r.flush()
}

func (s *sched) writeTime() {
	r := &s.rec
	if r.level < levelEvents || s.over {
		return
	}
	r.begin("time")
	r.str(`,"now":`)
	r.num64(s.clock.now)
	r.str("}\n")
	r.flush()
}

func (r *recorder) alt(a alt) {
	g := 0
	if a.g != nil {
		g = a.g.id
	}
	r.field(`"g":`, g)
	r.str(`,"op":"`)
	r.str(a.op.String())
	o := 0
	if a.obj != nil {
		o = a.obj.id
	}
	r.field(`","o":`, o)
	r.field(`,"s":`, a.site)
	r.arm(`,"arm":`, a.arm)
	if r.level == levelFull && a.op == opSelect {
		r.str(`,"arms":`)
		r.armObjects(a.g)
	}
	if a.with == nil {
		r.str(`,"with":0,"warm":null,"ws":0`)
		return
	}
	r.field(`,"with":`, a.with.id)
	r.arm(`,"warm":`, a.warm)
	r.field(`,"ws":`, a.with.p.site)
	if r.level == levelFull && a.with.p.op == opSelect {
		r.str(`,"warms":`)
		r.armObjects(a.with)
	}
}

func (r *recorder) alts(alts []alt) {
	r.str(`,"alts":[`)
	for i, b := range alts {
		if i > 0 {
			r.str(",")
		}
		r.str("{")
		r.alt(b)
		r.str("}")
	}
	r.str("]")
}

func (r *recorder) arm(name string, arm int) {
	r.str(name)
	if arm == noArm {
		r.str("null")
	} else {
		r.num(arm)
	}
}

// writeEvent tells of a step before it is carried out.
func (s *sched) writeEvent(a alt, alts []alt) {
	r := &s.rec
	if r.level < levelEvents || s.over {
		return
	}
	r.begin("e")
	r.field(`,"i":`, s.step)
	r.field(`,"n":`, len(alts))
	r.str(",")
	r.alt(a)
	switch a.op {
	case opTryLock:
		r.str(`,"ok":`)
		r.bool(a.obj.free() && len(a.obj.readers) == 0)
	case opTryRLock:
		r.str(`,"ok":`)
		r.bool(a.obj.free())
	}
	if r.level == levelFull {
		if len(alts) > 1 {
			r.alts(alts)
		}
		s.writeBlocked(alts)
	}
	r.str("}\n")
	r.flush()
}

// writeBlocked lists the goroutines that wait for something that is not there.
func (s *sched) writeBlocked(alts []alt) {
	r := &s.rec
	first := true
	for g := s.oldest; g != nil; g = g.nextG {
		if g.state != gParked || !g.p.op.waits() || takesPart(g, alts) {
			continue
		}
		if first {
			r.str(`,"blocked":[`)
		} else {
			r.str(",")
		}
		first = false
		r.str("{")
		r.alt(alt{g: g, op: g.p.op, obj: g.p.obj, site: g.p.site, arm: noArm})
		r.str("}")
	}
	if !first {
		r.str("]")
	}
}

func (r *recorder) armObjects(g *G) {
	r.str("[")
	for i, a := range g.arms {
		if i > 0 {
			r.str(",")
		}
		if a.obj == nil {
			r.num(0)
		} else {
			r.num(a.obj.id)
		}
	}
	r.str("]")
}

func takesPart(g *G, alts []alt) bool {
	for _, a := range alts {
		if a.g == g || a.with == g {
			return true
		}
	}
	return false
}

func (s *sched) writeUncontrolled(g *G, stack string) {
	r := &s.rec
	r.begin("uncontrolled")
	r.field(`,"g":`, g.id)
	r.str(`,"stack":`)
	r.quoted(stack)
	r.str("}\n")
	r.flush()
}

func (s *sched) writeDefect(message string) {
	r := &s.rec
	r.begin("defect")
	r.str(`,"message":`)
	r.quoted(message)
	r.str("}\n")
	r.flush()
}
