package gordian

import (
	"reflect"
	"unsafe"
)

// Atomic operations that are deferred, started by go or stored as values: the scheduling point belongs to the call, not
// to where the function is named. Kinds of points: 0 loads, 1 stores, 2 does both.
var pointOps = [...]op{opAtomicLoad, opAtomicStore, opAtomicRmw}

// Later notes what a method value operates on, until the wrapper around it takes the note.
func Later[T any](p *T) *T {
	if active {
		note(unsafe.Pointer(p))
	}
	return p
}

func note(p unsafe.Pointer) {
	s := lock()
	g := s.caller()
	g.later = p
	s.drop(g)
	unlock(s)
}

func noted() unsafe.Pointer {
	if !active {
		return nil
	}
	s := lock()
	g := s.caller()
	p := g.later
	g.later = nil
	s.drop(g)
	unlock(s)
	return p
}

func point(kind, site int, p unsafe.Pointer) {
	if active {
		stop(pointOps[kind], site, kindAtomic, p, 0)
	}
}

// Len is len(c): others change what it sees.
func Len[C any](c C, site int) int {
	v := reflect.ValueOf(c)
	if active && v.Cap() > 0 {
		stop(opAtomicLoad, site, kindChan, chanPtr(c), 0)
	}
	return v.Len()
}

func L00(kind, site int, f func()) func() {
	p := noted()
	return func() {
		point(kind, site, p)
		f()
	}
}

func L10[A0 any](kind, site int, f func(A0)) func(A0) {
	p := noted()
	return func(a0 A0) {
		point(kind, site, p)
		f(a0)
	}
}

func L01[R0 any](kind, site int, f func() R0) func() R0 {
	p := noted()
	return func() R0 {
		point(kind, site, p)
		return f()
	}
}

func L11[A0, R0 any](kind, site int, f func(A0) R0) func(A0) R0 {
	p := noted()
	return func(a0 A0) R0 {
		point(kind, site, p)
		return f(a0)
	}
}

func L12[A0, R0, R1 any](kind, site int, f func(A0) (R0, R1)) func(A0) (R0, R1) {
	p := noted()
	return func(a0 A0) (R0, R1) {
		point(kind, site, p)
		return f(a0)
	}
}

func L20[A0, A1 any](kind, site int, f func(A0, A1)) func(A0, A1) {
	p := noted()
	return func(a0 A0, a1 A1) {
		point(kind, site, p)
		f(a0, a1)
	}
}

func L21[A0, A1, R0 any](kind, site int, f func(A0, A1) R0) func(A0, A1) R0 {
	p := noted()
	return func(a0 A0, a1 A1) R0 {
		point(kind, site, p)
		return f(a0, a1)
	}
}

func L22[A0, A1, R0, R1 any](kind, site int, f func(A0, A1) (R0, R1)) func(A0, A1) (R0, R1) {
	p := noted()
	return func(a0 A0, a1 A1) (R0, R1) {
		point(kind, site, p)
		return f(a0, a1)
	}
}

func L31[A0, A1, A2, R0 any](kind, site int, f func(A0, A1, A2) R0) func(A0, A1, A2) R0 {
	p := noted()
	return func(a0 A0, a1 A1, a2 A2) R0 {
		point(kind, site, p)
		return f(a0, a1, a2)
	}
}

func F11[T, R0 any](kind, site int, f func(*T) R0) func(*T) R0 {
	return func(p *T) R0 {
		point(kind, site, unsafe.Pointer(p))
		return f(p)
	}
}

func F20[T, A1 any](kind, site int, f func(*T, A1)) func(*T, A1) {
	return func(p *T, a1 A1) {
		point(kind, site, unsafe.Pointer(p))
		f(p, a1)
	}
}

func F21[T, A1, R0 any](kind, site int, f func(*T, A1) R0) func(*T, A1) R0 {
	return func(p *T, a1 A1) R0 {
		point(kind, site, unsafe.Pointer(p))
		return f(p, a1)
	}
}

func F31[T, A1, A2, R0 any](kind, site int, f func(*T, A1, A2) R0) func(*T, A1, A2) R0 {
	return func(p *T, a1 A1, a2 A2) R0 {
		point(kind, site, unsafe.Pointer(p))
		return f(p, a1, a2)
	}
}
