package gordian

// crowd is how tests with many goroutines are kept quick: goroutines that were seen to be unable to move rest, and are
// looked at again once something has happened to what they wait for. Up to crowdSize goroutines nothing rests: code that
// is not instrumented may change channels, and then is seen at once.
type crowd struct {
	large   bool
	awake   []*G // at a scheduling point and perhaps able to move, in the order in which they came there; nil: no longer
	passed  int  // how many places of those that have left were passed on the way through
	checked int  // the step at which all were looked at last
}

const (
	crowdSize = 64
	// windowSize is how many goroutines are offered to the strategy at a time; which ones changes every windowSteps steps.
	windowSize  = 64
	windowSteps = 500
)

// rouse: g may be able to move.
func (s *sched) rouse(g *G) {
	c := &s.crowd
	if !c.large || g.place > 0 {
		return
	}
	c.awake = append(c.awake, g)
	g.place = len(c.awake)
}

// rest: g cannot move, or no longer stands at a scheduling point.
func (s *sched) rest(g *G) {
	c := &s.crowd
	if g.place == 0 {
		return
	}
	c.awake[g.place-1] = nil
	g.place = 0
}

// tidy drops the places of those that have left, once passing them has cost as much as that does.
func (c *crowd) tidy() {
	if c.passed <= 64 || c.passed <= len(c.awake) {
		return
	}
	kept := c.awake[:0]
	for i, x := range c.awake {
		c.awake[i] = nil
		if x != nil {
			kept = append(kept, x)
			x.place = len(kept)
		}
	}
	c.awake, c.passed = kept, 0
}

// touch: something has happened to o.
func (s *sched) touch(o *object) {
	if o == nil || !s.crowd.large {
		return
	}
	for i, g := range o.resting {
		o.resting[i] = nil
		if g.state == gParked {
			s.rouse(g)
		}
	}
	o.resting = o.resting[:0]
	s.rouseAll(o.sendq)
	s.rouseAll(o.recvq)
}

func (s *sched) rouseAll(q []waiter) {
	if !s.crowd.large {
		return
	}
	for _, w := range q {
		s.rouse(w.g)
	}
}

// rouseEveryone is for what happened unseen.
func (s *sched) rouseEveryone() {
	s.crowd.checked = s.step
	for g := s.oldest; g != nil; g = g.nextG {
		if g.state == gParked {
			s.rouse(g)
		}
	}
}

// someAlternatives is collect for many goroutines.
func (s *sched) someAlternatives(out []alt) []alt {
	c := &s.crowd
	if !c.large {
		c.large = true
		s.rouseEveryone()
	}
	out = s.lookAround(out)
	// Looking at all of them costs no more than the steps in between have.
	if len(out) > 0 || s.step-c.checked < s.live/16 && s.clock.next(s) != nil {
		return out
	}
	s.rouseEveryone()
	return s.lookAround(out)
}

// lookAround lists what the goroutine that ran last could do, what the one could that has stood for longest, and what
// some of the others could.
func (s *sched) lookAround(out []alt) []alt {
	c := &s.crowd
	c.tidy()
	if g := s.last; g != nil && g.state == gParked && g.place > 0 {
		out = s.tryOne(g, out)
	}
	n := len(c.awake)
	if n == 0 {
		return out
	}
	longest, before := 0, len(out)
	for ; longest < n && len(out) == before; longest++ {
		if g := c.awake[longest]; g == nil {
			c.passed++
		} else if g != s.last {
			out = s.tryOne(g, out)
		}
	}
	begin := s.step / windowSteps * windowSize % n
	offered := 0
	for i := 0; i < n && offered < windowSize; i++ {
		at := begin + i
		if at >= n {
			at -= n
		}
		g := c.awake[at]
		if g == nil {
			c.passed++
		}
		if at < longest || g == nil || g == s.last {
			continue
		}
		before := len(out)
		out = s.tryOne(g, out)
		if len(out) > before {
			offered++
		}
	}
	return out
}

func (s *sched) tryOne(g *G, out []alt) []alt {
	before := len(out)
	out = s.alternatives(g, out)
	if len(out) == before {
		if o := g.p.obj; o != nil && o.bubble != nil {
			// Whatever any goroutine does may end this wait.
			return out
		} else if o != nil && o.kind != kindChan {
			o.resting = append(o.resting, g)
		}
		s.rest(g)
	}
	return out
}
