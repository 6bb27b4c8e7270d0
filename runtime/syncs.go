package gordian

import (
	"sync"
	"unsafe"
)

// Bool is bool, whatever the program calls by that name.
type Bool = bool

// At is a site: its methods stand in for functions of the standard library, with the same parameters and results.
type At int

// Mutex stands in for *sync.Mutex.
type Mutex struct {
	m    *sync.Mutex
	site int
}

func (a At) Mutex(m *sync.Mutex) Mutex { return Mutex{m, int(a)} }

func (x Mutex) Lock() {
	if !active || x.m == nil {
		x.m.Lock()
		return
	}
	g := stop(opLock, x.site, kindMutex, unsafe.Pointer(x.m), 0)
	if g.release {
		x.m.Lock()
		g.broken()
	}
	if !x.m.TryLock() {
		realWait(g, x.m.Lock)
	}
}

func (x Mutex) Unlock() {
	if !active || x.m == nil {
		x.m.Unlock()
		return
	}
	g := stop(opUnlock, x.site, kindMutex, unsafe.Pointer(x.m), 0)
	// The shadow may not know of a lock that uninstrumented code took.
	if !g.p.ok && x.m.TryLock() {
		fatal(g, "sync: unlock of unlocked mutex")
	}
	x.m.Unlock()
}

func (x Mutex) TryLock() bool {
	if !active || x.m == nil {
		return x.m.TryLock()
	}
	g := stop(opTryLock, x.site, kindMutex, unsafe.Pointer(x.m), 0)
	return g.p.ok && x.m.TryLock()
}

// realWait: uninstrumented code holds what the shadow believes to be free.
func realWait(g *G, wait func()) {
	s := lock()
	s.outside(g, true)
	unlock(s)
	wait()
	stop(opReturn, g.p.site, kindMutex, nil, 0)
}

// RWMutex stands in for *sync.RWMutex.
type RWMutex struct {
	m    *sync.RWMutex
	site int
}

func (a At) RWMutex(m *sync.RWMutex) RWMutex { return RWMutex{m, int(a)} }

func (x RWMutex) Lock() {
	if !active || x.m == nil {
		x.m.Lock()
		return
	}
	g := stop(opLock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	if g.release {
		x.m.Lock()
		g.broken()
	}
	if !x.m.TryLock() {
		realWait(g, x.m.Lock)
	}
}

func (x RWMutex) Unlock() {
	if !active || x.m == nil {
		x.m.Unlock()
		return
	}
	g := stop(opUnlock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	if !g.p.ok && x.m.TryRLock() {
		fatal(g, "sync: Unlock of unlocked RWMutex")
	}
	x.m.Unlock()
}

func (x RWMutex) RLock() {
	if !active || x.m == nil {
		x.m.RLock()
		return
	}
	g := stop(opRLock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	if g.release {
		x.m.RLock()
		g.broken()
	}
	if !x.m.TryRLock() {
		realWait(g, x.m.RLock)
	}
}

func (x RWMutex) RUnlock() {
	if !active || x.m == nil {
		x.m.RUnlock()
		return
	}
	g := stop(opRUnlock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	if !g.p.ok && x.m.TryLock() {
		fatal(g, "sync: RUnlock of unlocked RWMutex")
	}
	x.m.RUnlock()
}

func (x RWMutex) TryLock() bool {
	if !active || x.m == nil {
		return x.m.TryLock()
	}
	g := stop(opTryLock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	return g.p.ok && x.m.TryLock()
}

func (x RWMutex) TryRLock() bool {
	if !active || x.m == nil {
		return x.m.TryRLock()
	}
	g := stop(opTryRLock, x.site, kindRWMutex, unsafe.Pointer(x.m), 0)
	return g.p.ok && x.m.TryRLock()
}

func (x RWMutex) RLocker() sync.Locker { return rLocker{x} }

type rLocker struct{ rw RWMutex }

func (r rLocker) Lock()   { r.rw.RLock() }
func (r rLocker) Unlock() { r.rw.RUnlock() }

// WaitGroup stands in for *sync.WaitGroup.
type WaitGroup struct {
	w    *sync.WaitGroup
	site int
}

func (a At) WaitGroup(w *sync.WaitGroup) WaitGroup { return WaitGroup{w, int(a)} }

func (x WaitGroup) Add(n int) {
	if active && x.w != nil {
		stop(opWgAdd, x.site, kindWaitGroup, unsafe.Pointer(x.w), n)
	}
	x.w.Add(n)
}

func (x WaitGroup) Done() {
	if active && x.w != nil {
		stop(opWgDone, x.site, kindWaitGroup, unsafe.Pointer(x.w), -1)
	}
	x.w.Done()
}

func (x WaitGroup) Wait() {
	if !active || x.w == nil {
		x.w.Wait()
		return
	}
	g := stop(opWgWait, x.site, kindWaitGroup, unsafe.Pointer(x.w), 0)
	x.w.Wait()
	g.carriedOn()
}

func (x WaitGroup) Go(f func()) {
	x.Add(1)
	go W00(x.site, func() {
		defer x.Done()
		f()
	})()
	Went()
}

// Cond stands in for *sync.Cond. Which goroutines wait, and which one is woken, is known to the shadow alone.
type Cond struct {
	c    *sync.Cond
	site int
}

func (a At) Cond(c *sync.Cond) Cond { return Cond{c, int(a)} }

func (x Cond) Wait() {
	if !active || x.c == nil {
		x.c.Wait()
		return
	}
	stop(opCondWait, x.site, kindCond, unsafe.Pointer(x.c), 0)
	l := At(x.site).Locker(x.c.L)
	l.Unlock()
	s := lock()
	g := s.caller()
	g.p = pending{op: opCondWake, site: x.site, obj: s.object(kindCond, unsafe.Pointer(x.c), g, x.site), ok: g.woken}
	g.woken = false
	s.park(g)
	if g.release {
		sync.NewCond(noLock{}).Wait()
		g.broken()
	}
	l.Lock()
}

type noLock struct{}

func (noLock) Lock()   {}
func (noLock) Unlock() {}

func (x Cond) Signal() {
	if active && x.c != nil {
		stop(opCondSignal, x.site, kindCond, unsafe.Pointer(x.c), 0)
	}
	x.c.Signal()
}

func (x Cond) Broadcast() {
	if active && x.c != nil {
		stop(opCondBroadcast, x.site, kindCond, unsafe.Pointer(x.c), 0)
	}
	x.c.Broadcast()
}

// Once stands in for *sync.Once.
type Once struct {
	o    *sync.Once
	site int
}

func (a At) Once(o *sync.Once) Once { return Once{o, int(a)} }

func (x Once) Do(f func()) {
	if !active || x.o == nil {
		x.o.Do(f)
		return
	}
	g := stop(opOnce, x.site, kindOnce, unsafe.Pointer(x.o), 0)
	if g.release {
		x.o.Do(f)
		g.broken()
	}
	if !g.p.ok {
		x.o.Do(f)
		return
	}
	defer onceDone(g.p.obj)
	x.o.Do(f)
}

func onceDone(o *object) {
	s := lock()
	o.done, o.runner = true, nil
	s.touch(o)
	unlock(s)
}

// OnceFunc stands in for sync.OnceFunc, as OnceValue and OnceValues do for theirs.
func OnceFunc(f func()) func() {
	o := &onceCall{}
	return func() { o.do(f) }
}

func OnceValue[T any](f func() T) func() T {
	o := &onceCall{}
	var v T
	return func() T {
		o.do(func() { v = f() })
		return v
	}
}

func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	o := &onceCall{}
	var v1 T1
	var v2 T2
	return func() (T1, T2) {
		o.do(func() { v1, v2 = f() })
		return v1, v2
	}
}

// onceCall panics again with what its function panicked with.
type onceCall struct {
	once  sync.Once
	done  bool
	value any
}

func (o *onceCall) do(f func()) {
	At(0).Once(&o.once).Do(func() {
		defer func() {
			if !o.done {
				o.value = recover()
				panic(o.value)
			}
		}()
		f()
		o.done = true
	})
	if !o.done {
		panic(o.value)
	}
}

// PL, PS and PM are scheduling points before an atomic load, store or change of what p points to.
func PL[T any](p *T, site int) *T {
	if active {
		stop(opAtomicLoad, site, kindAtomic, unsafe.Pointer(p), 0)
	}
	return p
}

func PS[T any](p *T, site int) *T {
	if active {
		stop(opAtomicStore, site, kindAtomic, unsafe.Pointer(p), 0)
	}
	return p
}

func PM[T any](p *T, site int) *T {
	if active {
		stop(opAtomicRmw, site, kindAtomic, unsafe.Pointer(p), 0)
	}
	return p
}
