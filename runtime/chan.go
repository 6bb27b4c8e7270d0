package gordian

import (
	"reflect"
	"unsafe"
)

// Chan names a new channel.
func Chan[C any](c C, site int) C {
	if active {
		s := lock()
		g := s.caller()
		s.object(kindChan, chanPtr(c), g, site)
		s.drop(g)
		unlock(s)
	}
	return c
}

// Recv is `<-c`.
func Recv[T any](c <-chan T, site int) T {
	if !active {
		return <-c
	}
	g := stop(opRecv, site, kindChan, chanPtr(c), 0)
	v := <-c
	g.received()
	return v
}

// Recv2 is `v, ok := <-c`.
func Recv2[T any](c <-chan T, site int) (T, bool) {
	if !active {
		v, ok := <-c
		return v, ok
	}
	g := stop(opRecv, site, kindChan, chanPtr(c), 0)
	v, ok := <-c
	g.received()
	return v, ok
}

func (g *G) received() {
	if o := g.p.obj; raceEnabled && o != nil && o.clock != nil {
		raceAcquire(o.clock)
	}
	g.carriedOn()
}

// carriedOn stands behind every real operation that may wait.
func (g *G) carriedOn() {
	if g.release {
		g.broken()
	}
	g.after()
}

// Sender is a channel to send on.
type Sender[T any] struct {
	c    chan<- T
	site int
}

// To is the left side of `c <- v`. It is apart from the right side so that v is converted as in an assignment.
func To[T any](c chan<- T, site int) Sender[T] { return Sender[T]{c, site} }

func (s Sender[T]) Send(v T) {
	if !active {
		s.c <- v
		return
	}
	g := stop(opSend, s.site, kindChan, chanPtr(s.c), 0)
	s.c <- v
	g.carriedOn()
}

// Close is `close(c)`.
func Close[T any](c chan<- T, site int) {
	if active {
		stop(opClose, site, kindChan, chanPtr(c), 0)
	}
	close(c)
}

// Iter ranges over a channel.
type Iter[T any] struct {
	c <-chan T
	V T
}

// Range is the head of `for v := range c`; the second result gives the loop variable its type.
func Range[T any](c <-chan T) (*Iter[T], T) {
	var zero T
	return &Iter[T]{c: c}, zero
}

// Range0 is the head of a loop that declares no variable.
func Range0[T any](c <-chan T) *Iter[T] { return &Iter[T]{c: c} }

// Next receives into a variable, and says whether there was a value.
func (it *Iter[T]) Next(v *T, site int) bool {
	x, ok := Recv2(it.c, site)
	if ok {
		*v = x
	}
	return ok
}

// Next0 receives into V.
func (it *Iter[T]) Next0(site int) bool {
	var ok bool
	it.V, ok = Recv2(it.c, site)
	return ok
}

// Arm is one arm of a select.
type Arm interface {
	channel() (unsafe.Pointer, bool)
	do()
	selectCase() reflect.SelectCase
	got(v reflect.Value, ok bool)
}

// RecvArm holds what its arm received.
type RecvArm[T any] struct {
	c  <-chan T
	V  T
	Ok bool
}

// R is an arm that receives.
func R[T any](c <-chan T) *RecvArm[T] { return &RecvArm[T]{c: c} }

// Yes is what Ok is compared with where it goes into a type of booleans that the program has declared.
func (a *RecvArm[T]) Yes() bool { return true }

func (a *RecvArm[T]) channel() (unsafe.Pointer, bool) { return chanPtr(a.c), false }
func (a *RecvArm[T]) do()                             { a.V, a.Ok = <-a.c }
func (a *RecvArm[T]) selectCase() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a.c)}
}

func (a *RecvArm[T]) got(v reflect.Value, ok bool) {
	reflect.ValueOf(&a.V).Elem().Set(v)
	a.Ok = ok
}

// SendArm holds what its arm sends.
type SendArm[T any] struct {
	c chan<- T
	v T
}

// S is an arm that sends.
func S[T any](c chan<- T) *SendArm[T] { return &SendArm[T]{c: c} }

// With gives the value.
func (a *SendArm[T]) With(v T) *SendArm[T] {
	a.v = v
	return a
}

func (a *SendArm[T]) channel() (unsafe.Pointer, bool) { return chanPtr(a.c), true }
func (a *SendArm[T]) do()                             { a.c <- a.v }
func (a *SendArm[T]) selectCase() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(a.c), Send: reflect.ValueOf(&a.v).Elem()}
}
func (a *SendArm[T]) got(reflect.Value, bool) {}

// Select gives the index of the arm that was taken; -1 is the default, if there is one (1, and not true: in the program
// that may be the name of something else).
func Select(site, hasDefault int, arms ...Arm) int {
	def := hasDefault != 0
	if !active {
		return realSelect(def, arms)
	}
	s := lock()
	g := s.caller()
	g.p = pending{op: opSelect, site: site, def: def}
	g.arms = g.arms[:0]
	for _, a := range arms {
		ptr, send := a.channel()
		info := armInfo{send: send}
		if ptr != nil {
			info.obj = s.object(kindChan, ptr, g, site)
		}
		g.arms = append(g.arms, info)
	}
	s.park(g)
	if g.release {
		realSelect(def, arms)
		g.broken()
	}
	k := g.p.arm
	if k < 0 {
		return -1
	}
	arms[k].do()
	if o := g.arms[k].obj; raceEnabled && o.clock != nil {
		raceAcquire(o.clock)
	}
	g.after()
	return k
}

// Block is `select {}`.
func Block(site int) {
	if active {
		Select(site, 0)
	}
	select {}
}

func realSelect(def bool, arms []Arm) int {
	if len(arms) == 0 && !def {
		select {}
	}
	cases := make([]reflect.SelectCase, 0, len(arms)+1)
	for _, a := range arms {
		cases = append(cases, a.selectCase())
	}
	if def {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	k, v, ok := reflect.Select(cases)
	if k == len(arms) {
		return -1
	}
	arms[k].got(v, ok)
	return k
}
