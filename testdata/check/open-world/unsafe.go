// What package unsafe or reflect does is never part of a plain proof.
package unsafely

import (
	"reflect"
	"sync"
	"unsafe"
)

type Flag struct {
	mu  sync.Mutex
	set bool
}

// verdict: open
// client hang:
//
//	f := &Flag{}
//	f.Unsafe()
//	f.Unsafe()
func (f *Flag) Unsafe() {
	f.mu.Lock()
	own := false
	*(*bool)(unsafe.Pointer(&own)) = true
	if own {
		return
	}
	f.mu.Unlock()
}

// verdict: open
// client hang:
//
//	f := &Flag{}
//	f.Reflect()
//	f.Reflect()
func (f *Flag) Reflect() {
	f.mu.Lock()
	own := false
	reflect.ValueOf(&own).Elem().SetBool(true)
	if own {
		return
	}
	f.mu.Unlock()
}

type Hidden struct {
	mu sync.Mutex
	c  chan int
}

// verdict: open
// client hang:
//
//	h := &Hidden{}
//	h.Swap()
//	h.Swap()
func (h *Hidden) Swap() {
	h.mu.Lock()
	p := (*sync.Mutex)(unsafe.Pointer(&h.mu))
	p.Lock()
	p.Unlock()
	h.mu.Unlock()
}

// verdict: closed
func (f *Flag) UnsafeRepaired() {
	f.mu.Lock()
	defer f.mu.Unlock()
	own := false
	*(*bool)(unsafe.Pointer(&own)) = true
}

// verdict: open
// client hang:
//
//	f := &Flag{}
//	f.Byte()
//	f.Byte()
func (f *Flag) Byte() {
	f.mu.Lock()
	own := false
	*(*byte)(unsafe.Pointer(&own)) = 1
	if own {
		return
	}
	f.mu.Unlock()
}
