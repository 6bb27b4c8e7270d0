// Operations that nothing can ever complete, and some like them that something can.
package p

import (
	"fmt"
	"sync"
)

// The writer tells nobody that it has ended.
type conn struct {
	done  chan struct{}
	ended chan struct{}
}

func Dial() *conn {
	c := &conn{done: make(chan struct{}), ended: make(chan struct{})}
	go c.write()
	return c
}

func (c *conn) write() {
	<-c.done
}

func (c *conn) Close() {
	close(c.done)
	<-c.ended // want goroutine-leak "nothing ever sends"
}

// Here it would, but waits for a channel that nobody closes: what comes behind the loop never happens.
type pump struct {
	work  chan int
	ended chan struct{}
}

func NewPump() *pump {
	p := &pump{work: make(chan int), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		for n := range p.work {
			fmt.Println(n)
		}
	}()
	return p
}

func (p *pump) Put(n int) { p.work <- n }

func (p *pump) Stop() {
	<-p.ended // want goroutine-leak "nothing ever sends"
}

// As above, and well.
type goodPump struct {
	work  chan int
	ended chan struct{}
}

func NewGoodPump() *goodPump {
	p := &goodPump{work: make(chan int), ended: make(chan struct{})}
	go p.run()
	return p
}

func (p *goodPump) run() {
	defer close(p.ended)
	for n := range p.work {
		fmt.Println(n)
	}
}

func (p *goodPump) Put(n int) { p.work <- n }

func (p *goodPump) Stop() {
	close(p.work)
	<-p.ended
}

// Nobody receives any more.
type bell struct{ rung chan int }

func NewBell() *bell { return &bell{rung: make(chan int)} }

func (b *bell) Ring() {
	b.rung <- 1 // want goroutine-leak "nothing ever receives"
}

// With room a send goes on.
type roomy struct{ rung chan int }

func NewRoomy() *roomy { return &roomy{rung: make(chan int, 1)} }

func (b *roomy) Ring() { b.rung <- 1 }

// Others have the channel: they may do what its type lets them.
type event struct{ c chan struct{} }

func NewEvent() *event { return &event{c: make(chan struct{})} }

func (e *event) C() chan struct{} { return e.c }

func (e *event) Wait() { <-e.c }

type watched struct{ c chan struct{} }

func NewWatched() *watched { return &watched{c: make(chan struct{})} }

func (e *watched) C() <-chan struct{} { return e.c }

func (e *watched) Wait() {
	<-e.c // want goroutine-leak "nothing ever sends"
}

// Exported fields are everybody's.
type Open struct{ C chan int }

func NewOpen() *Open { return &Open{C: make(chan int)} }

func (o *Open) Wait() int { return <-o.C }

// What goes through an interface or a function value may come out anywhere.
func Through(any_ func(any)) {
	c := make(chan int)
	any_(c)
	<-c
}

type sink interface{ take(c chan int) }

type closer struct{}

func (closer) take(c chan int) { close(c) }

func Given(s sink) {
	if s == nil {
		s = closer{}
	}
	c := make(chan int)
	s.take(c)
	<-c
}

// A channel that is never made may be nil on purpose.
type hooked struct{ hook chan int }

func (h *hooked) Run() {
	if h.hook != nil {
		<-h.hook
	}
}

// Through containers and pointers.
type queue struct{ waiting []chan int }

func (q *queue) Join() int {
	c := make(chan int)
	q.waiting = append(q.waiting, c)
	return <-c
}

func (q *queue) Leave() {
	for _, c := range q.waiting {
		c <- 1
	}
}

type slot struct{ c chan int }

func (s *slot) place() *chan int { return &s.c }

func NewSlot() *slot { return &slot{c: make(chan int)} }

func (s *slot) Wait() int { return <-s.c }

func (s *slot) Free() { close(*s.place()) }

// Generic types: the close stands in a method that nobody in sight calls for strings.
type box[T any] struct {
	full chan T
	seen []chan T
}

func newBox[T any]() *box[T] { return &box[T]{full: make(chan T)} }

func (b *box[T]) Get() T { return <-b.full }

func (b *box[T]) Done() { close(b.full) }

func (b *box[T]) Join() T {
	c := make(chan T)
	b.seen = append(b.seen, c)
	return <-c
}

func (b *box[T]) Free() {
	for _, c := range b.seen {
		close(c)
	}
}

func Texts() (string, string) {
	b := newBox[string]()
	return b.Get(), b.Join()
}

// Counters that nobody lowers, in this type and in a variable.
type group struct{ wg sync.WaitGroup }

func (g *group) Start(f func()) {
	g.wg.Add(1)
	go func() { f() }()
}

func (g *group) Wait() {
	g.wg.Wait() // want goroutine-leak "nothing lowers the counter"
}

type goodGroup struct{ wg sync.WaitGroup }

func (g *goodGroup) Start(f func()) {
	g.wg.Add(1)
	go func() {
		defer g.end()
		f()
	}()
}

func (g *goodGroup) end() { g.wg.Done() }

func (g *goodGroup) Wait() { g.wg.Wait() }

func Handed(f func(*sync.WaitGroup)) {
	var wg sync.WaitGroup
	wg.Add(1)
	go f(&wg)
	wg.Wait()
}

// A method as a value.
func Bound(f func(started func())) {
	var wg sync.WaitGroup
	wg.Add(1)
	f(wg.Done)
	wg.Wait()
}

func Counted(n int) {
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		go lower(&wg)
	}
	wg.Wait()
}

func lower(wg *sync.WaitGroup) { wg.Done() }

func Modern(f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Wait()
}

// A select whose other case can be ready goes on.
type both struct{ a, b chan int }

func NewBoth() *both { return &both{a: make(chan int), b: make(chan int)} }

func (x *both) Tell() { close(x.b) }

func (x *both) Wait() {
	select {
	case <-x.a: // want note dead-case "can never be chosen"
	case <-x.b:
	}
}

// Nobody waits here.
func (x *both) Poll() bool {
	select {
	case <-x.a:
		return true
	default:
		return false
	}
}

// Whether a value came is no question as long as nobody closes the channel.
type asked struct{ work, quit, ended chan int }

func NewAsked() *asked {
	a := &asked{work: make(chan int), quit: make(chan int), ended: make(chan int)}
	go a.run()
	return a
}

func (a *asked) Put() { a.work <- 1 }

func (a *asked) run() {
	for {
		select {
		case _, ok := <-a.work:
			if !ok {
				close(a.ended)
				return
			}
		case _, ok := <-a.quit:
			if !ok {
				return
			}
		}
	}
}

func (a *asked) Stop() {
	close(a.quit)
	<-a.ended // want goroutine-leak "nothing ever sends"
}

type neither struct{ a, b chan int }

func NewNeither() *neither { return &neither{a: make(chan int), b: make(chan int)} }

func (x *neither) Wait() {
	select { // want goroutine-leak "none of its cases"
	case <-x.a:
	case x.b <- 1:
	}
}

// Who recovers runs what was deferred, wherever the panic came from.
type guarded struct{ work, ended chan int }

func NewGuarded(f func()) *guarded {
	g := &guarded{work: make(chan int), ended: make(chan int)}
	go func() {
		defer func() { _ = recover() }()
		g.loop(f)
	}()
	return g
}

func (g *guarded) loop(f func()) {
	defer close(g.ended)
	for range g.work {
		f()
	}
}

func (g *guarded) Put() { g.work <- 1 }

func (g *guarded) Wait() { <-g.ended }
