// Locks, wait groups and condition variables: the primitives of synchronisation.

package sync

// A Locker can be locked and unlocked.
type Locker interface {
	Lock()
	Unlock()
}

// noCopy has the methods by which copies are detected.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Mutex is a primitive object: its fields carry no behaviour.
type Mutex struct {
	state int32
	sema  uint32
}

//gordian:model primitive mutex.lock
func (m *Mutex) Lock()

//gordian:model primitive mutex.trylock
func (m *Mutex) TryLock() bool

//gordian:model primitive mutex.unlock
func (m *Mutex) Unlock()

// RWMutex is a primitive object. A waiting writer keeps new readers out.
type RWMutex struct {
	w           Mutex
	writerSem   uint32
	readerSem   uint32
	readerCount int32
	readerWait  int32
}

//gordian:model primitive rwmutex.lock
func (rw *RWMutex) Lock()

//gordian:model primitive rwmutex.trylock
func (rw *RWMutex) TryLock() bool

//gordian:model primitive rwmutex.unlock
func (rw *RWMutex) Unlock()

//gordian:model primitive rwmutex.rlock
func (rw *RWMutex) RLock()

//gordian:model primitive rwmutex.tryrlock
func (rw *RWMutex) TryRLock() bool

//gordian:model primitive rwmutex.runlock
func (rw *RWMutex) RUnlock()

// RLocker gives a Locker whose methods are the reader's ones of rw.
func (rw *RWMutex) RLocker() Locker { return &readLocker{rw} }

type readLocker struct{ rw *RWMutex }

func (r *readLocker) Lock()   { r.rw.RLock() }
func (r *readLocker) Unlock() { r.rw.RUnlock() }

// WaitGroup is a primitive object: a counter that can be waited for.
type WaitGroup struct {
	noCopy noCopy
	state  uint64
	sema   uint32
}

//gordian:model primitive waitgroup.add
func (wg *WaitGroup) Add(delta int)

func (wg *WaitGroup) Done() { wg.Add(-1) }

//gordian:model primitive waitgroup.wait
func (wg *WaitGroup) Wait()

func (wg *WaitGroup) Go(f func()) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		f()
	}()
}

// Cond is a primitive object: a queue of waiting goroutines.
type Cond struct {
	noCopy noCopy
	L      Locker
	queue  [3]uintptr
}

func NewCond(l Locker) *Cond { return &Cond{L: l} }

// Wait joins the queue before it unlocks, so that no signal in between is lost.
func (c *Cond) Wait() {
	ticket := c.enqueue()
	c.L.Unlock()
	c.park(ticket)
	c.L.Lock()
}

//gordian:model primitive cond.enqueue
func (c *Cond) enqueue() int

//gordian:model primitive cond.park
func (c *Cond) park(ticket int)

//gordian:model primitive cond.signal
func (c *Cond) Signal()

//gordian:model primitive cond.broadcast
func (c *Cond) Broadcast()
