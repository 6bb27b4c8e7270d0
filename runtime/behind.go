package gordian

import (
	"reflect"
	"runtime"
	"sync"
	"time"
	"unsafe"
)

// What stands behind an interface is known only when the program runs: a primitive itself, a struct that embeds one and
// passes its methods on, or something else, whose own method is called then.

// Locker stands in for a lock behind an interface.
type Locker struct {
	l    any
	site int
}

func (a At) Locker(l any) Locker { return Locker{l, int(a)} }

func (x Locker) Lock() {
	switch l := resolve(x.l, "Lock").(type) {
	case *sync.Mutex:
		At(x.site).Mutex(l).Lock()
	case *sync.RWMutex:
		At(x.site).RWMutex(l).Lock()
	default:
		as[interface{ Lock() }](x.l).Lock()
	}
}

func (x Locker) Unlock() {
	switch l := resolve(x.l, "Unlock").(type) {
	case *sync.Mutex:
		At(x.site).Mutex(l).Unlock()
	case *sync.RWMutex:
		At(x.site).RWMutex(l).Unlock()
	default:
		as[interface{ Unlock() }](x.l).Unlock()
	}
}

func (x Locker) TryLock() bool {
	switch l := resolve(x.l, "TryLock").(type) {
	case *sync.Mutex:
		return At(x.site).Mutex(l).TryLock()
	case *sync.RWMutex:
		return At(x.site).RWMutex(l).TryLock()
	}
	return as[interface{ TryLock() bool }](x.l).TryLock()
}

func (x Locker) RLock() {
	if l, ok := resolve(x.l, "RLock").(*sync.RWMutex); ok {
		At(x.site).RWMutex(l).RLock()
		return
	}
	as[interface{ RLock() }](x.l).RLock()
}

func (x Locker) RUnlock() {
	if l, ok := resolve(x.l, "RUnlock").(*sync.RWMutex); ok {
		At(x.site).RWMutex(l).RUnlock()
		return
	}
	as[interface{ RUnlock() }](x.l).RUnlock()
}

func (x Locker) TryRLock() bool {
	if l, ok := resolve(x.l, "TryRLock").(*sync.RWMutex); ok {
		return At(x.site).RWMutex(l).TryRLock()
	}
	return as[interface{ TryRLock() bool }](x.l).TryRLock()
}

// Waiter stands in for a WaitGroup, a Cond or a Once behind an interface.
type Waiter struct {
	x    any
	site int
}

func (a At) Waiter(x any) Waiter { return Waiter{x, int(a)} }

func (x Waiter) Add(n int) {
	if w, ok := resolve(x.x, "Add").(*sync.WaitGroup); ok {
		At(x.site).WaitGroup(w).Add(n)
		return
	}
	as[interface{ Add(int) }](x.x).Add(n)
}

func (x Waiter) Done() {
	if w, ok := resolve(x.x, "Done").(*sync.WaitGroup); ok {
		At(x.site).WaitGroup(w).Done()
		return
	}
	as[interface{ Done() }](x.x).Done()
}

func (x Waiter) Go(f func()) {
	if w, ok := resolve(x.x, "Go").(*sync.WaitGroup); ok {
		At(x.site).WaitGroup(w).Go(f)
		return
	}
	as[interface{ Go(func()) }](x.x).Go(f)
}

func (x Waiter) Wait() {
	switch w := resolve(x.x, "Wait").(type) {
	case *sync.WaitGroup:
		At(x.site).WaitGroup(w).Wait()
	case *sync.Cond:
		At(x.site).Cond(w).Wait()
	default:
		as[interface{ Wait() }](x.x).Wait()
	}
}

func (x Waiter) Signal() {
	if c, ok := resolve(x.x, "Signal").(*sync.Cond); ok {
		At(x.site).Cond(c).Signal()
		return
	}
	as[interface{ Signal() }](x.x).Signal()
}

func (x Waiter) Broadcast() {
	if c, ok := resolve(x.x, "Broadcast").(*sync.Cond); ok {
		At(x.site).Cond(c).Broadcast()
		return
	}
	as[interface{ Broadcast() }](x.x).Broadcast()
}

func (x Waiter) Do(f func()) {
	if o, ok := resolve(x.x, "Do").(*sync.Once); ok {
		At(x.site).Once(o).Do(f)
		return
	}
	as[interface{ Do(func()) }](x.x).Do(f)
}

// AnyTimer stands in for a timer behind an interface.
type AnyTimer struct {
	t    any
	site int
}

func (a At) AnyTimer(t any) AnyTimer { return AnyTimer{t, int(a)} }

func (x AnyTimer) Stop() bool {
	if t, ok := resolve(x.t, "Stop").(*time.Timer); ok {
		return At(x.site).Timer(t).Stop()
	}
	return as[interface{ Stop() bool }](x.t).Stop()
}

func (x AnyTimer) Reset(d time.Duration) bool {
	if t, ok := resolve(x.t, "Reset").(*time.Timer); ok {
		return At(x.site).Timer(t).Reset(d)
	}
	return as[interface{ Reset(time.Duration) bool }](x.t).Reset(d)
}

// AnyTicker stands in for a ticker behind an interface.
type AnyTicker struct {
	t    any
	site int
}

func (a At) AnyTicker(t any) AnyTicker { return AnyTicker{t, int(a)} }

func (x AnyTicker) Stop() {
	if t, ok := resolve(x.t, "Stop").(*time.Ticker); ok {
		At(x.site).Ticker(t).Stop()
		return
	}
	as[interface{ Stop() }](x.t).Stop()
}

func (x AnyTicker) Reset(d time.Duration) {
	if t, ok := resolve(x.t, "Reset").(*time.Ticker); ok {
		At(x.site).Ticker(t).Reset(d)
		return
	}
	as[interface{ Reset(time.Duration) }](x.t).Reset(d)
}

// as gives x as an interface that it has; nil stays nil, so that its methods panic as they did.
func as[I any](x any) I {
	i, _ := x.(I)
	return i
}

// resolve finds the primitive behind a value: itself, or the one that it embeds and whose method it passes on.
func resolve(x any, method string) any {
	switch x.(type) {
	case nil, rLocker:
		return x
	}
	if !active {
		return x
	}
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Ptr && isPrimitive(v.Type().Elem()) {
		return x
	}
	key := passedOn{v.Type(), method}
	s := lock()
	passes, known := s.passes.of(key)
	unlock(s)
	if !known {
		passes = isPassedOn(v.Type(), method)
		s = lock()
		s.passes.put(key, passes)
		unlock(s)
	}
	if !passes {
		return x
	}
	if found := embedded(v, method); found != nil {
		return found
	}
	return x
}

// passedOn is a method of a type.
type passedOn struct {
	t      reflect.Type
	method string
}

// passTable remembers which methods are passed on. It is a list because the race detector watches maps wherever they are.
type passTable struct {
	keys   []passedOn
	values []bool
}

func (p *passTable) of(key passedOn) (value, known bool) {
	for i, k := range p.keys {
		if k == key {
			return p.values[i], true
		}
	}
	return false, false
}

func (p *passTable) put(key passedOn, value bool) {
	p.keys = append(p.keys, key)
	p.values = append(p.values, value)
}

// isPassedOn: methods that come from an embedded field have no source.
func isPassedOn(t reflect.Type, method string) bool {
	m, ok := t.MethodByName(method)
	if !ok {
		return false
	}
	f := runtime.FuncForPC(m.Func.Pointer())
	if f == nil {
		return false
	}
	file, _ := f.FileLine(f.Entry())
	return file == "<autogenerated>"
}

var rLockerType = reflect.TypeOf((&sync.RWMutex{}).RLocker())

var primitives = [...]reflect.Type{
	reflect.TypeOf(sync.Mutex{}), reflect.TypeOf(sync.RWMutex{}), reflect.TypeOf(sync.WaitGroup{}), reflect.TypeOf(sync.Cond{}),
	reflect.TypeOf(sync.Once{}), reflect.TypeOf(time.Timer{}), reflect.TypeOf(time.Ticker{}),
}

func isPrimitive(t reflect.Type) bool {
	for _, p := range primitives {
		if t == p {
			return true
		}
	}
	return false
}

// embedded follows embedded fields breadth first, as the language does, to a primitive; it gives a pointer to it.
func embedded(v reflect.Value, method string) any {
	if v.Type() == rLockerType {
		return nil
	}
	level := []reflect.Value{v}
	for depth := 0; depth < 8 && len(level) > 0; depth++ {
		var next []reflect.Value
		for _, x := range level {
			for x.Kind() == reflect.Ptr || x.Kind() == reflect.Interface {
				if x.IsNil() {
					break
				}
				x = x.Elem()
			}
			if x.CanAddr() && isPrimitive(x.Type()) {
				return reflect.NewAt(x.Type(), unsafe.Pointer(x.UnsafeAddr())).Interface()
			}
			if x.Kind() != reflect.Struct {
				continue
			}
			for i := 0; i < x.NumField(); i++ {
				f := x.Type().Field(i)
				if f.Anonymous && hasMethod(f.Type, method) {
					next = append(next, x.Field(i))
				}
			}
		}
		level = next
	}
	return nil
}

func hasMethod(t reflect.Type, method string) bool {
	if t.Kind() != reflect.Ptr && t.Kind() != reflect.Interface {
		t = reflect.PtrTo(t)
	}
	_, ok := t.MethodByName(method)
	return ok
}
