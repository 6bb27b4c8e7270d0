package gordian

import (
	"math/rand"
	"os"
	"os/signal"
	"runtime"
)

func (a At) Gosched() {
	if !active {
		runtime.Gosched()
		return
	}
	giveWay(int(a))
}

// giveWay lets others run: they need not, but do under the schedule without preemptions.
func giveWay(site int) { stop(opYield, site, kindAtomic, nil, 1) }

// Dials stands around functions that wait for an answer of the network: meanwhile others run.
func Dials[F any](f F, site int) F {
	if active {
		giveWay(site)
	}
	return f
}

func (a At) NumCPU() int {
	if !active {
		return runtime.NumCPU()
	}
	return theSched.plan.Processors
}

func (a At) GOMAXPROCS(n int) int {
	if !active {
		return runtime.GOMAXPROCS(n)
	}
	s := lock()
	was := s.plan.Processors
	if n > 0 {
		s.plan.Processors = n
	}
	unlock(s)
	return was
}

// Exit ends the program, and says so first.
func (a At) Exit(code int) {
	if active {
		s := lock()
		if !s.over && !s.frozen {
			s.frozen = true
			s.writeEnd(endReport{kind: "exit", message: itoa(code), g: s.byG.get(getg())})
		}
		s.mu.Unlock()
	}
	os.Exit(code)
}

// Notify marks a channel as one that signals come through: a wait on it may last as long as the program.
func (a At) Notify(c chan<- os.Signal, sig ...os.Signal) {
	if active {
		s := lock()
		g := s.caller()
		s.object(kindChan, chanPtr(c), g, int(a)).lasts = "waits for signals"
		s.drop(g)
		unlock(s)
	}
	signal.Notify(c, sig...)
}

// Rand gives the random numbers of the calling goroutine: the same in every run with the same seed, whatever the schedule.
func Rand() *rand.Rand {
	if !active {
		return rand.New(realRand{})
	}
	s := lock()
	g := s.caller()
	if g.rand == nil {
		seed := uint64(s.plan.Seed) + 1
		for i, path := 0, g.path(); i < len(path); i++ {
			seed = seed*1099511628211 ^ uint64(path[i])
		}
		g.rand = rand.New(rand.NewSource(int64(seed >> 1)))
	}
	s.random = true
	r := g.rand
	s.drop(g)
	unlock(s)
	return r
}

// realRand gives the numbers of math/rand itself.
type realRand struct{}

func (realRand) Int63() int64   { return rand.Int63() }
func (realRand) Uint64() uint64 { return rand.Uint64() }
func (realRand) Seed(int64)     {}

// SetFinalizer is where goroutines may come from that no go statement started.
func (a At) SetFinalizer(obj, finalizer any) {
	Loose()
	runtime.SetFinalizer(obj, finalizer)
}
