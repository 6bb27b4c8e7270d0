// A value from outside can be nil: where the code asks, both answers count.
package nilvalues

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

type Conn struct {
	mu     sync.Mutex
	Peer   *int
	Notify func()
	Name   fmt.Stringer
	Table  map[string]int
	List   []int
	Wake   chan int
	Next   *Conn
	Held   atomic.Pointer[int]
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Pointer()
//	c.Pointer()
func (c *Conn) Pointer() bool {
	c.mu.Lock()
	if c.Peer == nil {
		return false
	}
	c.mu.Unlock()
	return true
}

// verdict: closed
// assumes: non-nil: c
func (c *Conn) PointerRepaired() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Peer != nil
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Func()
//	c.Func()
func (c *Conn) Func() {
	c.mu.Lock()
	if c.Notify == nil {
		return
	}
	c.Notify()
	c.mu.Unlock()
}

// verdict: closed
func (c *Conn) FuncRepaired() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Notify != nil {
		c.Notify()
	}
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Interface()
//	c.Interface()
func (c *Conn) Interface() string {
	c.mu.Lock()
	if c.Name == nil {
		return ""
	}
	s := c.Name.String()
	c.mu.Unlock()
	return s
}

// verdict: closed
func (c *Conn) InterfaceRepaired() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Name == nil {
		return ""
	}
	return c.Name.String()
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Map()
//	c.Map()
func (c *Conn) Map() int {
	c.mu.Lock()
	if c.Table == nil {
		return 0
	}
	n := len(c.Table)
	c.mu.Unlock()
	return n
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Slice()
//	c.Slice()
func (c *Conn) Slice() int {
	c.mu.Lock()
	if c.List == nil {
		return 0
	}
	n := len(c.List)
	c.mu.Unlock()
	return n
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Channel()
//	c.Channel()
func (c *Conn) Channel() {
	c.mu.Lock()
	if c.Wake == nil {
		return
	}
	c.mu.Unlock()
}

// verdict: open
// client hang:
//
//	c := &Conn{}
//	c.Atomic()
//	c.Atomic()
func (c *Conn) Atomic() int {
	c.mu.Lock()
	p := c.Held.Load()
	if p == nil {
		return 0
	}
	c.mu.Unlock()
	return *p
}

// verdict: closed
func (c *Conn) AtomicRepaired() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.Held.Load(); p != nil {
		return *p
	}
	return 0
}

// verdict: open
// client hang:
//
//	var mu sync.Mutex
//	Parameter(&mu, nil)
//	mu.Lock()
func Parameter(mu *sync.Mutex, n *int) int {
	mu.Lock()
	if n == nil {
		return 0
	}
	mu.Unlock()
	return *n
}

// verdict: closed
// assumes: non-nil: mu
func ParameterRepaired(mu *sync.Mutex, n *int) int {
	mu.Lock()
	defer mu.Unlock()
	if n == nil {
		return 0
	}
	return *n
}

// verdict: open
// client hang:
//
//	var mu sync.Mutex
//	var p *int
//	Indirect(&mu, &p)
//	mu.Lock()
func Indirect(mu *sync.Mutex, pp **int) {
	mu.Lock()
	if *pp == nil {
		return
	}
	mu.Unlock()
}

// verdict: closed
func IndirectRepaired(mu *sync.Mutex, pp **int) {
	mu.Lock()
	defer mu.Unlock()
	if *pp == nil {
		return
	}
	**pp++
}

// Current starts as nil.
var Current *Conn

// verdict: open
// client hang:
//
//	Variable()
func Variable() {
	own := make(chan int)
	go func() { own <- 1 }()
	<-own
	if Current == nil {
		<-own
	}
}

// verdict: closed
func VariableRepaired() {
	own := make(chan int, 1)
	go func() { own <- 1 }()
	if Current == nil {
		return
	}
	<-own
}

// verdict: open
// client hang:
//
//	Context(context.Background())
func Context(ctx context.Context) {
	own := make(chan int)
	go func() {
		if ctx.Done() == nil {
			own <- 1
		}
	}()
	if ctx.Done() == nil {
		<-own
		<-own
	}
}

// verdict: closed
func ContextRepaired(ctx context.Context) {
	own := make(chan int, 1)
	go func() {
		if ctx.Done() == nil {
			own <- 1
		}
	}()
	if ctx.Done() == nil {
		<-own
	}
}

var global *Conn

// SetGlobal may be called with nil.
func SetGlobal(c *Conn) { global = c }

var always = &Conn{}

var globalMu sync.Mutex

// verdict: open
// client hang:
//
//	Unset()
//	Unset()
func Unset() {
	globalMu.Lock()
	if global == nil {
		return
	}
	globalMu.Unlock()
}

// verdict: closed
func Set() {
	globalMu.Lock()
	if always == nil {
		return
	}
	globalMu.Unlock()
}
