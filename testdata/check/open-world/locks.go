// Locks behind pointers, interfaces, elements and condition variables are taken, released and forgotten as any other.
package locks

import "sync"

type ByPointer struct {
	mu *sync.Mutex
	n  int
}

func NewByPointer() *ByPointer { return &ByPointer{mu: new(sync.Mutex)} }

// verdict: open
// client hang:
//
//	p := NewByPointer()
//	p.Pointer("")
//	p.Pointer("")
func (p *ByPointer) Pointer(name string) {
	p.mu.Lock()
	if name == "" {
		return
	}
	p.mu.Unlock()
}

// verdict: closed
func (p *ByPointer) PointerRepaired(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "" {
		return
	}
	p.n++
}

type ByCond struct {
	cond *sync.Cond
	n    int
}

func NewByCond() *ByCond { return &ByCond{cond: sync.NewCond(new(sync.Mutex))} }

// verdict: open
// client hang:
//
//	p := NewByCond()
//	p.Cond("")
//	p.Cond("")
func (p *ByCond) Cond(name string) {
	p.cond.L.Lock()
	if name == "" {
		return
	}
	p.cond.L.Unlock()
}

// verdict: closed
func (p *ByCond) CondRepaired(name string) {
	p.cond.L.Lock()
	defer p.cond.L.Unlock()
	if name == "" {
		return
	}
	p.n++
}

type ByInterface struct {
	L sync.Locker
	n int
}

// verdict: open
// client hang:
//
//	p := &ByInterface{L: new(sync.Mutex)}
//	p.Interface("")
//	p.Interface("")
func (p *ByInterface) Interface(name string) {
	p.L.Lock()
	if name == "" {
		return
	}
	p.L.Unlock()
}

// verdict: closed
func (p *ByInterface) InterfaceRepaired(name string) {
	p.L.Lock()
	defer p.L.Unlock()
	if name == "" {
		return
	}
	p.n++
}

// verdict: open
// client hang:
//
//	var mu sync.Mutex
//	Locker(&mu, "")
//	mu.Lock()
func Locker(l sync.Locker, name string) {
	l.Lock()
	if name == "" {
		return
	}
	l.Unlock()
}

// verdict: closed
func LockerRepaired(l sync.Locker, name string) {
	l.Lock()
	defer l.Unlock()
	if name == "" {
		return
	}
}

type locking interface {
	Lock()
	Unlock()
}

// ByOwnInterface keeps its lock behind an interface of the module's.
type ByOwnInterface struct{ mu locking }

func NewByOwnInterface() *ByOwnInterface { return &ByOwnInterface{mu: new(sync.RWMutex)} }

// verdict: open
// client hang:
//
//	p := NewByOwnInterface()
//	p.Own("")
//	p.Own("")
func (p *ByOwnInterface) Own(name string) {
	p.mu.Lock()
	if name == "" {
		return
	}
	p.mu.Unlock()
}

// verdict: closed
func (p *ByOwnInterface) OwnRepaired(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "" {
		return
	}
}
