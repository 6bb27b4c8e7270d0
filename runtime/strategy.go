package gordian

// strategy decides. Everything is called with the scheduler locked.
type strategy interface {
	// pick chooses among alternatives; a negative result means that it has ended the run, or waits for a goroutine outside.
	pick(s *sched, alts []alt) int
	// taken is told of every step, also of those with a single alternative.
	taken(s *sched, a alt, alts []alt)
	// priority is asked once for each goroutine.
	priority(g *G) uint64
	// yield: the goroutine has run for too long.
	yield(g *G)
	// returned: the goroutine has come back from outside our control.
	returned(g *G)
	// exact: decisions are prescribed at this moment, fairness must not change them.
	exact() bool
	// effect says how many operations of a chain have happened; -1 for others.
	effect() int
}

func newStrategy(s *sched, spec *strategySpec) strategy {
	if spec == nil {
		return &firstStrategy{}
	}
	switch spec.Kind {
	case "random":
		return &randomStrategy{}
	case "pct":
		return newPct(s, spec)
	case "pos":
		return &posStrategy{}
	case "prefix":
		return &prefixStrategy{choices: spec.Choices, strict: spec.Strict, then: newStrategy(s, spec.Then)}
	case "chain":
		return &chainStrategy{ops: spec.Ops, then: newStrategy(s, spec.Then)}
	case "directed":
		return &chainStrategy{ops: spec.Steps, then: newStrategy(s, spec.Then), directed: true}
	}
	return &firstStrategy{}
}

type plain struct{}

func (plain) taken(*sched, alt, []alt) {}
func (plain) priority(*G) uint64       { return 0 }
func (plain) yield(*G)                 {}
func (plain) returned(*G)              {}
func (plain) exact() bool              { return false }
func (plain) effect() int              { return -1 }

// firstStrategy lets a goroutine run on until it has to wait or yields, then the oldest one; time passes last, unless a
// timer is due. A goroutine that comes back from the network continues at once, as where more than one can run: a test that never waits
// would otherwise get far ahead of those that it has sent something to.
type firstStrategy struct {
	plain
	yielded bool // a goroutine had to let others run: the one that has stood for longest is next
	back    []*G // those that have come back, and have not moved since
}

func (f *firstStrategy) yield(*G)      { f.yielded = true }
func (f *firstStrategy) returned(g *G) { f.back = append(f.back, g) }

func (f *firstStrategy) pick(s *sched, alts []alt) int {
	if f.yielded {
		f.yielded = false
		return longestStanding(alts)
	}
	for len(f.back) > 0 {
		g := f.back[0]
		f.back = removeAt(f.back, 0)
		if i := alternativeOf(g, alts); i >= 0 {
			return i
		}
	}
	if i := alternativeOf(s.last, alts); i >= 0 && !alts[i].givesWay() {
		return i
	}
	if n := len(alts) - 1; s.due && alts[n].g == nil {
		return n
	}
	for i, a := range alts {
		if !a.givesWay() && a.g != nil {
			return i
		}
	}
	return longestStanding(alts)
}

// givesWay: the goroutine is to go on once others have run.
func (a alt) givesWay() bool { return a.op == opYield && a.g.p.n > 0 }

// alternativeOf gives the first alternative in which g takes part; -1: none.
func alternativeOf(g *G, alts []alt) int {
	for i, a := range alts {
		if a.g != nil && (a.g == g || a.with == g && g != nil) {
			return i
		}
	}
	return -1
}

// longestStanding gives the alternative of the goroutine that came to its scheduling point first.
func longestStanding(alts []alt) int {
	best := 0
	for i, a := range alts {
		if a.g != nil && (alts[best].g == nil || a.g.since < alts[best].g.since) {
			best = i
		}
	}
	return best
}

// randomStrategy gives every goroutine that could move the same chance, then every way in which it could.
type randomStrategy struct{ plain }

func (*randomStrategy) pick(s *sched, alts []alt) int {
	if len(alts) == 1 {
		return 0
	}
	return pickOf(s, alts, someone(s, alts))
}

// someone draws one of the goroutines that take part in an alternative; nil is the clock.
func someone(s *sched, alts []alt) *G {
	s.marks++
	found := s.found[:0]
	for _, a := range alts {
		if a.g == nil {
			found = append(found, nil)
		} else if a.g.mark != s.marks {
			a.g.mark = s.marks
			found = append(found, a.g)
		}
		if a.with != nil && a.with.mark != s.marks {
			a.with.mark = s.marks
			found = append(found, a.with)
		}
	}
	s.found = found
	return found[s.rng.below(len(found))]
}

// pickOf draws one of the alternatives in which g takes part.
func pickOf(s *sched, alts []alt, g *G) int {
	n := 0
	for _, a := range alts {
		if a.g == g || a.with == g && g != nil {
			n++
		}
	}
	k := 0
	if n > 1 {
		k = s.rng.below(n)
	}
	for i, a := range alts {
		if a.g == g || a.with == g && g != nil {
			if k == 0 {
				return i
			}
			k--
		}
	}
	return 0
}

// pctStrategy: probabilistic concurrency testing. The goroutine of the highest priority runs; at a few random steps the
// one that would run falls below all others.
type pctStrategy struct {
	plain
	s       *sched
	changes []change // in the order in which they come
	made    int      // decisions so far
	low     uint64
	clock   uint64
}

// change: at a decision, the one that would run falls to a priority below all that goroutines begin with.
type change struct {
	at   int
	prio uint64
}

const lowPriority = 1 << 20

func newPct(s *sched, spec *strategySpec) *pctStrategy {
	p := &pctStrategy{s: s, low: lowPriority}
	length := spec.Length
	orDefault(&length, 1000)
	for i := 1; i < spec.Depth; i++ {
		p.changes = append(p.changes, change{at: 1 + s.rng.below(length), prio: lowPriority + uint64(i)})
	}
	for i := range p.changes {
		for j := i; j > 0 && p.changes[j].at < p.changes[j-1].at; j-- {
			p.changes[j], p.changes[j-1] = p.changes[j-1], p.changes[j]
		}
	}
	p.clock = p.priority(nil)
	return p
}

func (p *pctStrategy) priority(*G) uint64 { return 1<<32 + p.s.rng.next()>>16 }

func (p *pctStrategy) pick(s *sched, alts []alt) int {
	if len(alts) == 1 {
		return 0
	}
	p.made++
	g := p.highest(alts)
	for len(p.changes) > 0 && p.made >= p.changes[0].at {
		if g == nil {
			p.clock = p.changes[0].prio
		} else {
			g.prio = p.changes[0].prio
		}
		p.changes = p.changes[1:]
		g = p.highest(alts)
	}
	return pickOf(s, alts, g)
}

func (p *pctStrategy) yield(g *G) {
	p.low--
	g.prio = p.low
}

func (p *pctStrategy) highest(alts []alt) *G {
	var best *G
	top := uint64(0)
	for _, a := range alts {
		if a.g == nil {
			if p.clock > top {
				best, top = nil, p.clock
			}
			continue
		}
		if a.g.prio > top {
			best, top = a.g, a.g.prio
		}
		if a.with != nil && a.with.prio > top {
			best, top = a.with, a.with.prio
		}
	}
	return best
}

// posStrategy: partial-order sampling. Every pending operation has a random priority; the highest is taken, and those
// in conflict with it draw again.
type posStrategy struct {
	plain
	clock uint64
}

func (p *posStrategy) priority(*G) uint64 { return 0 }

func (p *posStrategy) pick(s *sched, alts []alt) int {
	best, top := 0, uint64(0)
	if p.clock == 0 {
		p.clock = s.rng.next() | 1
	}
	for i := range alts {
		a := &alts[i]
		prio := p.clock
		if a.g != nil {
			if a.g.prio == 0 {
				a.g.prio = s.rng.next() | 1
			}
			prio = a.g.prio
			if a.with != nil {
				if a.with.prio == 0 {
					a.with.prio = s.rng.next() | 1
				}
				if a.with.prio > prio {
					prio = a.with.prio
				}
			}
		}
		// Arms and partners of one goroutine are told apart by chance.
		if prio > top || prio == top && s.rng.below(2) == 0 {
			best, top = i, prio
		}
	}
	return best
}

func (p *posStrategy) taken(s *sched, a alt, alts []alt) {
	if a.g == nil {
		p.clock = 0
		return
	}
	a.g.prio = 0
	if a.with != nil {
		a.with.prio = 0
	}
	for _, b := range alts {
		if b.g != nil && a.obj != nil && b.obj == a.obj {
			b.g.prio = 0
		}
	}
}

// prefixStrategy repeats decisions. One that does not fit ends the run.
type prefixStrategy struct {
	choices []choice
	used    int
	strict  bool
	then    strategy
}

func (p *prefixStrategy) priority(g *G) uint64 { return p.then.priority(g) }
func (p *prefixStrategy) yield(g *G)           { p.then.yield(g) }
func (p *prefixStrategy) exact() bool          { return p.used < len(p.choices) }
func (p *prefixStrategy) effect() int          { return p.then.effect() }

func (p *prefixStrategy) returned(g *G) {
	if !p.exact() {
		p.then.returned(g)
	}
}

func (p *prefixStrategy) taken(s *sched, a alt, alts []alt) { p.then.taken(s, a, alts) }

func (p *prefixStrategy) pick(s *sched, alts []alt) int {
	if p.used >= len(p.choices) {
		return p.then.pick(s, alts)
	}
	if len(alts) == 1 && !p.strict {
		return 0
	}
	c := p.choices[p.used]
	for i, a := range alts {
		if c.fits(a) {
			p.used++
			return i
		}
	}
	if s.isOutside(c.G) || s.isOutside(c.With) {
		// When this was recorded, the world had answered by now.
		return -1
	}
	s.end(endReport{kind: "divergence", message: divergence(p.used, c, alts), alts: alts})
	return -1
}

// isOutside: a goroutine of that name may still come back from outside our control.
func (s *sched) isOutside(path string) bool {
	if s.settled || path == "" {
		return false
	}
	for g := s.oldest; g != nil; g = g.nextG {
		if g.state == gOutside && g.path() == path {
			return true
		}
	}
	return false
}

func (c choice) fits(a alt) bool {
	return c.G == pathOf(a.g) && c.Op == a.op.String() && c.Site == a.site &&
		armFits(c.Arm, a.arm) && c.With == withOf(a.with) && (c.Warm == nil || armFits(c.Warm, a.warm))
}

func armFits(want *int, arm int) bool {
	if want == nil {
		return arm == noArm
	}
	return *want == arm
}

func pathOf(g *G) string {
	if g == nil {
		return "clock"
	}
	return g.path()
}

func withOf(g *G) string {
	if g == nil {
		return ""
	}
	return g.path()
}

func divergence(k int, c choice, alts []alt) string {
	text := "choice " + itoa(k) + " does not fit: goroutine " + c.G + " at " + c.Op + " (site " + itoa(c.Site) + ")"
	if c.Arm != nil {
		text += " arm " + itoa(*c.Arm)
	}
	if c.With != "" {
		text += " with " + c.With
	}
	text += "; possible were:"
	for i, a := range alts {
		if i > 0 {
			text += ","
		}
		text += " " + pathOf(a.g) + " at " + a.op.String() + " (site " + itoa(a.site) + ")"
		if a.arm != noArm {
			text += " arm " + itoa(a.arm)
		}
		if a.with != nil {
			text += " with " + a.with.path()
		}
	}
	return text
}

// rng is a splitmix generator: small, good enough, and the same on every version of Go.
type rng struct{ state uint64 }

func newRng(seed uint32) rng { return rng{state: uint64(seed)*0x9E3779B97F4A7C15 + 0x1234567} }

func (r *rng) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (r *rng) below(n int) int { return int(r.next() >> 11 % uint64(n)) }
