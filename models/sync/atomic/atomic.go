// Atomic functions and types: each body is one step.

package atomic

import "unsafe"

//gordian:model atomic
func LoadInt32(addr *int32) (val int32) {
	return *addr
}

//gordian:model atomic
func StoreInt32(addr *int32, val int32) {
	*addr = val
}

//gordian:model atomic
func SwapInt32(addr *int32, new int32) (old int32) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

//gordian:model atomic
func AddInt32(addr *int32, delta int32) (new int32) {
	*addr += delta
	return *addr
}

//gordian:model atomic
func AndInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr &= mask
	return old
}

//gordian:model atomic
func OrInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr |= mask
	return old
}

//gordian:model atomic
func LoadInt64(addr *int64) (val int64) {
	return *addr
}

//gordian:model atomic
func StoreInt64(addr *int64, val int64) {
	*addr = val
}

//gordian:model atomic
func SwapInt64(addr *int64, new int64) (old int64) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

//gordian:model atomic
func AddInt64(addr *int64, delta int64) (new int64) {
	*addr += delta
	return *addr
}

//gordian:model atomic
func AndInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr &= mask
	return old
}

//gordian:model atomic
func OrInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr |= mask
	return old
}

//gordian:model atomic
func LoadUint32(addr *uint32) (val uint32) {
	return *addr
}

//gordian:model atomic
func StoreUint32(addr *uint32, val uint32) {
	*addr = val
}

//gordian:model atomic
func SwapUint32(addr *uint32, new uint32) (old uint32) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

//gordian:model atomic
func AddUint32(addr *uint32, delta uint32) (new uint32) {
	*addr += delta
	return *addr
}

//gordian:model atomic
func AndUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr &= mask
	return old
}

//gordian:model atomic
func OrUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr |= mask
	return old
}

//gordian:model atomic
func LoadUint64(addr *uint64) (val uint64) {
	return *addr
}

//gordian:model atomic
func StoreUint64(addr *uint64, val uint64) {
	*addr = val
}

//gordian:model atomic
func SwapUint64(addr *uint64, new uint64) (old uint64) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

//gordian:model atomic
func AddUint64(addr *uint64, delta uint64) (new uint64) {
	*addr += delta
	return *addr
}

//gordian:model atomic
func AndUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr &= mask
	return old
}

//gordian:model atomic
func OrUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr |= mask
	return old
}

//gordian:model atomic
func LoadUintptr(addr *uintptr) (val uintptr) {
	return *addr
}

//gordian:model atomic
func StoreUintptr(addr *uintptr, val uintptr) {
	*addr = val
}

//gordian:model atomic
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

//gordian:model atomic
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) {
	*addr += delta
	return *addr
}

//gordian:model atomic
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr &= mask
	return old
}

//gordian:model atomic
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr |= mask
	return old
}

//gordian:model atomic
func LoadPointer(addr *unsafe.Pointer) (val unsafe.Pointer) {
	return *addr
}

//gordian:model atomic
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) {
	*addr = val
}

//gordian:model atomic
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	old = *addr
	*addr = new
	return old
}

//gordian:model atomic
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// noCopy has the methods by which copies are detected.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

type Bool struct {
	_ noCopy
	v bool
}

//gordian:model atomic
func (x *Bool) Load() bool {
	return x.v
}

//gordian:model atomic
func (x *Bool) Store(val bool) {
	x.v = val
}

//gordian:model atomic
func (x *Bool) Swap(new bool) (old bool) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

type Int32 struct {
	_ noCopy
	v int32
}

//gordian:model atomic
func (x *Int32) Load() int32 {
	return x.v
}

//gordian:model atomic
func (x *Int32) Store(val int32) {
	x.v = val
}

//gordian:model atomic
func (x *Int32) Swap(new int32) (old int32) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Int32) CompareAndSwap(old, new int32) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

//gordian:model atomic
func (x *Int32) Add(delta int32) (new int32) {
	x.v += delta
	return x.v
}

//gordian:model atomic
func (x *Int32) And(mask int32) (old int32) {
	old = x.v
	x.v &= mask
	return old
}

//gordian:model atomic
func (x *Int32) Or(mask int32) (old int32) {
	old = x.v
	x.v |= mask
	return old
}

type Int64 struct {
	_ noCopy
	v int64
}

//gordian:model atomic
func (x *Int64) Load() int64 {
	return x.v
}

//gordian:model atomic
func (x *Int64) Store(val int64) {
	x.v = val
}

//gordian:model atomic
func (x *Int64) Swap(new int64) (old int64) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Int64) CompareAndSwap(old, new int64) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

//gordian:model atomic
func (x *Int64) Add(delta int64) (new int64) {
	x.v += delta
	return x.v
}

//gordian:model atomic
func (x *Int64) And(mask int64) (old int64) {
	old = x.v
	x.v &= mask
	return old
}

//gordian:model atomic
func (x *Int64) Or(mask int64) (old int64) {
	old = x.v
	x.v |= mask
	return old
}

type Uint32 struct {
	_ noCopy
	v uint32
}

//gordian:model atomic
func (x *Uint32) Load() uint32 {
	return x.v
}

//gordian:model atomic
func (x *Uint32) Store(val uint32) {
	x.v = val
}

//gordian:model atomic
func (x *Uint32) Swap(new uint32) (old uint32) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Uint32) CompareAndSwap(old, new uint32) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

//gordian:model atomic
func (x *Uint32) Add(delta uint32) (new uint32) {
	x.v += delta
	return x.v
}

//gordian:model atomic
func (x *Uint32) And(mask uint32) (old uint32) {
	old = x.v
	x.v &= mask
	return old
}

//gordian:model atomic
func (x *Uint32) Or(mask uint32) (old uint32) {
	old = x.v
	x.v |= mask
	return old
}

type Uint64 struct {
	_ noCopy
	v uint64
}

//gordian:model atomic
func (x *Uint64) Load() uint64 {
	return x.v
}

//gordian:model atomic
func (x *Uint64) Store(val uint64) {
	x.v = val
}

//gordian:model atomic
func (x *Uint64) Swap(new uint64) (old uint64) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Uint64) CompareAndSwap(old, new uint64) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

//gordian:model atomic
func (x *Uint64) Add(delta uint64) (new uint64) {
	x.v += delta
	return x.v
}

//gordian:model atomic
func (x *Uint64) And(mask uint64) (old uint64) {
	old = x.v
	x.v &= mask
	return old
}

//gordian:model atomic
func (x *Uint64) Or(mask uint64) (old uint64) {
	old = x.v
	x.v |= mask
	return old
}

type Uintptr struct {
	_ noCopy
	v uintptr
}

//gordian:model atomic
func (x *Uintptr) Load() uintptr {
	return x.v
}

//gordian:model atomic
func (x *Uintptr) Store(val uintptr) {
	x.v = val
}

//gordian:model atomic
func (x *Uintptr) Swap(new uintptr) (old uintptr) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Uintptr) CompareAndSwap(old, new uintptr) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

//gordian:model atomic
func (x *Uintptr) Add(delta uintptr) (new uintptr) {
	x.v += delta
	return x.v
}

//gordian:model atomic
func (x *Uintptr) And(mask uintptr) (old uintptr) {
	old = x.v
	x.v &= mask
	return old
}

//gordian:model atomic
func (x *Uintptr) Or(mask uintptr) (old uintptr) {
	old = x.v
	x.v |= mask
	return old
}

type Pointer[T any] struct {
	_ [0]*T
	_ noCopy
	v *T
}

//gordian:model atomic
func (x *Pointer[T]) Load() *T {
	return x.v
}

//gordian:model atomic
func (x *Pointer[T]) Store(val *T) {
	x.v = val
}

//gordian:model atomic
func (x *Pointer[T]) Swap(new *T) (old *T) {
	old = x.v
	x.v = new
	return old
}

//gordian:model atomic
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

// Value holds values of one type; nil means that none was stored yet.
type Value struct {
	v any
}

//gordian:model atomic
func (v *Value) Load() (val any) {
	return v.v
}

//gordian:model atomic
func (v *Value) Store(val any) {
	v.check(val)
	v.v = val
}

//gordian:model atomic
func (v *Value) Swap(new any) (old any) {
	v.check(new)
	old = v.v
	v.v = new
	return old
}

//gordian:model atomic
func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	v.check(new)
	if v.v != old {
		return false
	}
	v.v = new
	return true
}

// check panics as a store does that the value cannot accept. Values of different types are not told apart.
func (v *Value) check(val any) {
	if val == nil {
		panic("sync/atomic: store of nil value into Value")
	}
}
