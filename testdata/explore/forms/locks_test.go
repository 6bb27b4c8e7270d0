// Locks, condition variables, once, maps and atomics.
package forms

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestEmbedded(t *testing.T) {
	top := Top{Mid: Mid{Base{&sync.Mutex{}}}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			top.Lock()
			defer top.Unlock()
			top.n++
		})
	}
	wg.Wait()
	lock, unlock := top.Lock, top.Mid.Base.Unlock
	lock()
	unlock()
	var l sync.Locker = top
	l.Lock()
	l.Unlock()
	var l2 interface {
		sync.Locker
		TryLock() bool
	} = top
	if !l2.TryLock() {
		t.Fatal()
	}
	if l2.TryLock() {
		t.Fatal()
	}
	l2.Unlock()
	fl := (*sync.Mutex).Lock
	fu := Top.Unlock
	fl(top.Mutex)
	fu(top)
	func() {
		defer func(f func()) { f() }(func() func() { l.Lock(); return l.Unlock }())
	}()
	rw := &sync.RWMutex{}
	rl := rw.RLocker()
	rl.Lock()
	if rw.TryLock() || !rw.TryRLock() {
		t.Fatal()
	}
	rw.RUnlock()
	rl.Unlock()
	ms := map[string]*sync.Mutex{"a": {}}
	ms["a"].Lock()
	ms["a"].Unlock()
	as := [2]sync.Mutex{}
	as[1].Lock()
	as[1].Unlock()
	type T struct {
		mu sync.Mutex
		sync.WaitGroup
		sync.Once
		atomic.Int32
	}
	var x T
	x.mu.Lock()
	x.mu.Unlock()
	x.WaitGroup.Add(1)
	x.Done()
	x.Wait()
	x.Do(func() {})
	x.Int32.Add(3)
	x.Store(4)
	lockers := []sync.Locker{&x.mu, rw}
	for _, l := range lockers {
		l.Lock()
		defer l.Unlock()
	}
	lockGeneric(&sync.Mutex{})
	lockPtr[sync.Mutex](new(sync.Mutex))
}

func lockGeneric[L sync.Locker](l L) { l.Lock(); defer l.Unlock() }
func lockPtr[T any, P interface {
	*T
	sync.Locker
}](l P) {
	l.Lock()
	l.Unlock()
}

type custom struct{ n int }

func (c *custom) Lock()   { c.n++ }
func (c *custom) Unlock() { c.n-- }

func TestCustomLocker(t *testing.T) {
	var l sync.Locker = &custom{}
	l.Lock()
	l.Lock()
	l.Unlock()
	if l.(*custom).n != 1 {
		t.Fatal()
	}
	cond := sync.NewCond(&custom{})
	cond.L.Lock()
	cond.Signal()
	cond.Broadcast()
	cond.L.Unlock()
}

func TestCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	c2 := &sync.Cond{L: new(sync.RWMutex)}
	c3 := sync.Cond{L: (&sync.RWMutex{}).RLocker()}
	ready := false
	done := make(chan bool)
	for _, c := range []*sync.Cond{c, c2, &c3} {
		ready = false
		go func() {
			c.L.Lock()
			for !ready {
				c.Wait()
			}
			c.L.Unlock()
			done <- true
		}()
		c.L.Lock()
		ready = true
		c.L.Unlock()
		c.Broadcast()
		<-done
	}
}

func TestOnces(t *testing.T) {
	var n atomic.Int32
	f := sync.OnceFunc(func() { n.Add(1) })
	v := sync.OnceValue(func() int { n.Add(1); return 3 })
	vs := sync.OnceValues(func() (int, error) { n.Add(1); return 3, nil })
	var once sync.Once
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(f)
		wg.Go(func() { v(); vs(); once.Do(func() { n.Add(1) }) })
	}
	wg.Wait()
	if n.Load() != 4 {
		t.Fatal(n.Load())
	}
}

func TestSyncMapAndPool(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			m.Store(i, i)
			m.LoadOrStore(i+1, i)
			m.LoadAndDelete(9)
			m.CompareAndSwap(i, i, i)
			m.Swap(i, i)
		})
	}
	wg.Wait()
	m.Range(func(k, v any) bool { return true })
	m.Clear()
	m.CompareAndDelete(1, 1)
	p := sync.Pool{New: func() any { return new(int) }}
	p.Put(p.Get())
}

func TestAtomics(t *testing.T) {
	var a int32
	var b int64
	var c uint32
	var d uintptr
	var ab atomic.Bool
	var ap atomic.Pointer[string]
	var av atomic.Value
	var a64 atomic.Uint64
	var wg sync.WaitGroup
	s := "x"
	for range 2 {
		wg.Go(func() {
			atomic.AddInt32(&a, 1)
			atomic.AddInt64(&b, 1)
			atomic.AddUint32(&c, ^uint32(0))
			atomic.AddUintptr(&d, 1)
			ab.Store(true)
			ap.CompareAndSwap(nil, &s)
			av.Store(s)
			a64.Add(2)
			a64.Or(1)
			atomic.OrInt32(&a, 0)
		})
	}
	wg.Wait()
	if a != 2 || b != 2 || d != 2 || !ab.Load() || *ap.Load() != "x" || av.Load().(string) != "x" || a64.Load() != 5 {
		t.Fatal(a, b, c, d, a64.Load())
	}
	_ = av.Swap("y")
}
