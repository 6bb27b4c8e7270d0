// The primitives of the model, by the real package.

package sync

import (
	"sync"
	"unsafe"
)

var real = struct {
	sync.Mutex
	locks  map[unsafe.Pointer]*sync.RWMutex
	groups map[*WaitGroup]*sync.WaitGroup
	conds  map[*Cond]*queue
}{locks: map[unsafe.Pointer]*sync.RWMutex{}, groups: map[*WaitGroup]*sync.WaitGroup{}, conds: map[*Cond]*queue{}}

func lockOf(p unsafe.Pointer) *sync.RWMutex {
	real.Lock()
	defer real.Unlock()
	if real.locks[p] == nil {
		real.locks[p] = new(sync.RWMutex)
	}
	return real.locks[p]
}

func groupOf(wg *WaitGroup) *sync.WaitGroup {
	real.Lock()
	defer real.Unlock()
	if real.groups[wg] == nil {
		real.groups[wg] = new(sync.WaitGroup)
	}
	return real.groups[wg]
}

type queue struct {
	first, next int
	waiting     []chan struct{}
}

func (m *Mutex) Lock()         { lockOf(unsafe.Pointer(m)).Lock() }
func (m *Mutex) TryLock() bool { return lockOf(unsafe.Pointer(m)).TryLock() }
func (m *Mutex) Unlock()       { lockOf(unsafe.Pointer(m)).Unlock() }

func (rw *RWMutex) Lock()          { lockOf(unsafe.Pointer(rw)).Lock() }
func (rw *RWMutex) TryLock() bool  { return lockOf(unsafe.Pointer(rw)).TryLock() }
func (rw *RWMutex) Unlock()        { lockOf(unsafe.Pointer(rw)).Unlock() }
func (rw *RWMutex) RLock()         { lockOf(unsafe.Pointer(rw)).RLock() }
func (rw *RWMutex) TryRLock() bool { return lockOf(unsafe.Pointer(rw)).TryRLock() }
func (rw *RWMutex) RUnlock()       { lockOf(unsafe.Pointer(rw)).RUnlock() }

func (wg *WaitGroup) Add(delta int) { groupOf(wg).Add(delta) }
func (wg *WaitGroup) Wait()         { groupOf(wg).Wait() }

func queueOf(c *Cond) *queue {
	if real.conds[c] == nil {
		real.conds[c] = new(queue)
	}
	return real.conds[c]
}

func (c *Cond) enqueue() int {
	real.Lock()
	defer real.Unlock()
	q := queueOf(c)
	q.waiting = append(q.waiting, make(chan struct{}))
	return len(q.waiting) - 1
}

func (c *Cond) park(ticket int) {
	real.Lock()
	ch := queueOf(c).waiting[ticket]
	real.Unlock()
	<-ch
}

func (c *Cond) Signal() {
	real.Lock()
	defer real.Unlock()
	if q := queueOf(c); q.next < len(q.waiting) {
		close(q.waiting[q.next])
		q.next++
	}
}

func (c *Cond) Broadcast() {
	real.Lock()
	defer real.Unlock()
	for q := queueOf(c); q.next < len(q.waiting); q.next++ {
		close(q.waiting[q.next])
	}
}

var drops bool

func dropped() bool { return drops }
