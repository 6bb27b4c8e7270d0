package gordian

import "unsafe"

type objKind uint8

const (
	kindChan objKind = iota
	kindMutex
	kindRWMutex
	kindWaitGroup
	kindCond
	kindOnce
	kindAtomic
	kindTimer
	kindTest
)

var kindNames = [...]string{"chan", "mutex", "rwmutex", "waitgroup", "cond", "once", "atomic", "timer", "test"}

// object is the shadow of a primitive: what the scheduler knows about it. It keeps the primitive alive, so that its
// address is never used for another one.
type object struct {
	id    int
	kind  objKind
	ptr   unsafe.Pointer
	named string // see name
	maker *G     // nil for objects seen before anything was under control
	nth   int    // of those that it made

	// Channels. Length, capacity and the closed mark are read from the channel itself.
	closed bool
	sendq  []waiter // goroutines that stand at a send or at an arm that sends
	recvq  []waiter
	of     *object        // of a context: the one above it
	clock  unsafe.Pointer // what a receiver synchronises with: the timer or context behind the channel
	lasts  string         // not '': waits on it may last as long as the program, and why

	// Locks.
	holder    *G
	readers   []*G
	announced *G // the writer that keeps new readers out

	count   int     // WaitGroup
	bubble  *bubble // not nil: no WaitGroup, but the goroutines of a bubble
	resting []*G    // see crowd; those that wait at channels are found there
	queue   []*G    // Cond, in the order of their waits
	done    bool    // Once
	runner  *G      // Once
}

// name is made when it is asked for: most are never told.
func (o *object) name() string {
	if o.named == "" {
		o.named = o.maker.path() + "#" + itoa(o.nth)
	}
	return o.named
}

type waiter struct {
	g   *G
	arm int // -1 outside select
}

// chanHead is how a channel begins. The compiler itself reads len and cap there; the closed mark is checked at start.
type chanHead struct {
	count    uint
	capacity uint
	buf      unsafe.Pointer
	elemSize uint16
	_        uint16
	closed   uint32
}

var closedReadable = func() bool {
	c := make(chan int, 1)
	h := (*chanHead)(chanPtr(c))
	before := h.closed
	close(c)
	return before == 0 && h.closed == 1 && unsafe.Sizeof(uintptr(0)) == 8
}()

func chanPtr[C any](c C) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&c)) }

func (o *object) len() int { return int((*chanHead)(o.ptr).count) }
func (o *object) cap() int { return int((*chanHead)(o.ptr).capacity) }

func (o *object) isClosed() bool {
	return o.closed || closedReadable && (*chanHead)(o.ptr).closed != 0
}

// ptrTable maps addresses to values. It is not a Go map because the race detector watches maps even where a function
// is exempt from it.
type ptrTable[V any] struct {
	keys []uintptr // 0: free; 1: deleted
	vals []*V
	used int // free slots that were taken, deleted ones included
	live int
}

func (t *ptrTable[V]) slot(key uintptr) int {
	h := uint64(key>>3) * 0x9E3779B97F4A7C15 >> 20
	return int(h & uint64(len(t.keys)-1))
}

func (t *ptrTable[V]) get(key uintptr) *V {
	if t.live == 0 {
		return nil
	}
	for i := t.slot(key); ; i = (i + 1) & (len(t.keys) - 1) {
		switch t.keys[i] {
		case key:
			return t.vals[i]
		case 0:
			return nil
		}
	}
}

func (t *ptrTable[V]) put(key uintptr, v *V) {
	if 2*(t.used+1) > len(t.keys) {
		old := *t
		n := 64
		for n < 4*(old.live+1) {
			n *= 2
		}
		t.keys, t.vals, t.used, t.live = make([]uintptr, n), make([]*V, n), 0, 0
		for i, k := range old.keys {
			if k > 1 {
				t.put(k, old.vals[i])
			}
		}
	}
	i := t.slot(key)
	for t.keys[i] > 1 && t.keys[i] != key {
		i = (i + 1) & (len(t.keys) - 1)
	}
	if t.keys[i] != key {
		t.live++
		if t.keys[i] == 0 {
			t.used++
		}
	}
	t.keys[i], t.vals[i] = key, v
}

func (t *ptrTable[V]) remove(key uintptr) {
	if t.live == 0 {
		return
	}
	for i := t.slot(key); t.keys[i] != 0; i = (i + 1) & (len(t.keys) - 1) {
		if t.keys[i] == key {
			t.keys[i], t.vals[i] = 1, nil
			t.live--
			return
		}
	}
}

// removeAt is a loop because the race detector watches copy, and append of slices, wherever they are.
func removeAt[T any](list []T, i int) []T {
	for ; i+1 < len(list); i++ {
		list[i] = list[i+1]
	}
	var zero T
	list[i] = zero
	return list[:i]
}

// removeNear moves what stands before i, for lists in which the oldest mostly go first and there may be very many.
func removeNear[T any](list []T, i int) []T {
	for ; i > 0; i-- {
		list[i] = list[i-1]
	}
	var zero T
	list[0] = zero
	return list[1:]
}
