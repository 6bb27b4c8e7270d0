package gordian

// chainStrategy holds goroutines back at operations of a chain until those before them have happened, as long as
// something else can run. An operation that had to be let go before its turn is out of the chain. Directed, the
// strategy also prefers the goroutine that is to take the next step, and waits for a step until it comes.
type chainStrategy struct {
	ops      []opPattern
	next     int // the one whose turn it is
	happened int // those that came in their turn
	then     strategy
	directed bool
	kept     []alt
	index    []int
}

func (c *chainStrategy) priority(g *G) uint64 { return c.then.priority(g) }
func (c *chainStrategy) yield(g *G)           { c.then.yield(g) }
func (c *chainStrategy) returned(g *G)        { c.then.returned(g) }
func (c *chainStrategy) exact() bool          { return false }
func (c *chainStrategy) effect() int          { return c.happened }

func (c *chainStrategy) pick(s *sched, alts []alt) int {
	if c.next >= len(c.ops) || len(alts) == 1 {
		return c.then.pick(s, alts)
	}
	if c.directed {
		for i, a := range alts {
			if c.ops[c.next].fits(a) {
				return i
			}
		}
	}
	c.kept, c.index = c.kept[:0], c.index[:0]
	for i, a := range alts {
		if c.later(a) < 0 {
			c.kept = append(c.kept, a)
			c.index = append(c.index, i)
		}
	}
	if len(c.kept) == 0 {
		return c.then.pick(s, alts)
	}
	if c.directed {
		if k := c.towards(); k >= 0 {
			return c.index[k]
		}
	}
	k := c.then.pick(s, c.kept)
	if k < 0 {
		return k
	}
	return c.index[k]
}

// later gives the operation of the chain that the alternative is and whose turn has not come; -1: none.
func (c *chainStrategy) later(a alt) int {
	if a.goesOn() {
		return -1
	}
	for i := c.next + 1; i < len(c.ops); i++ {
		if c.ops[i].fits(a) {
			return i
		}
	}
	return -1
}

// towards prefers the goroutine that the next step names.
func (c *chainStrategy) towards() int {
	want := c.ops[c.next].G
	if want == nil {
		return -1
	}
	for i, a := range c.kept {
		if a.g != nil && a.g.path() == *want {
			return i
		}
	}
	return -1
}

func (c *chainStrategy) taken(s *sched, a alt, alts []alt) {
	if c.next < len(c.ops) && !a.goesOn() {
		if c.ops[c.next].fits(a) {
			c.advance()
			// A rendezvous is two operations: of the sender and of the receiver.
			if a.with != nil && c.next < len(c.ops) && c.ops[c.next].fits(a) {
				c.advance()
			}
		} else if i := c.later(a); i >= 0 && !c.directed {
			c.ops[i].out = true
		}
		for i := range c.ops {
			c.ops[i].count(a)
		}
	}
	c.then.taken(s, a, alts)
}

// advance comes to the next operation that is still in the chain.
func (c *chainStrategy) advance() {
	c.happened++
	c.next++
	for c.next < len(c.ops) && c.ops[c.next].out {
		c.next++
	}
}

// goesOn: the step is the second half of a Lock whose first was that the writer began to keep readers out.
func (a alt) goesOn() bool { return a.op == opLock && a.obj.announced == a.g }

// fits: one of the operations of an alternative is meant.
func (p *opPattern) fits(a alt) bool {
	if p.out || p.Nth > 0 && p.Nth != p.seen+1 {
		return false
	}
	if a.g == nil {
		return p.Op != nil && *p.Op == "fire"
	}
	if p.matches(a.g, a.site, a.op, a.obj, a.arm) {
		return true
	}
	return a.with != nil && p.matches(a.with, a.with.p.site, a.with.p.op, a.obj, a.warm)
}

// count takes note of a step of the goroutine at the place that is meant.
func (p *opPattern) count(a alt) {
	if a.g != nil && (p.isAt(a.g, a.site) || a.with != nil && p.isAt(a.with, a.with.p.site)) {
		p.seen++
	}
}

func (p *opPattern) isAt(g *G, site int) bool {
	return p.Site == site && (p.G == nil || *p.G == g.path())
}

func (p *opPattern) matches(g *G, site int, o op, obj *object, arm int) bool {
	if !p.isAt(g, site) || p.Op != nil && *p.Op != o.String() {
		return false
	}
	if p.Object != nil && (obj == nil || *p.Object != obj.name()) {
		return false
	}
	return p.Arm == nil || *p.Arm == arm
}
