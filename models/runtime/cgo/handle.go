// Handles by which C code refers to Go values.

package cgo

import "sync"

type Handle uintptr

// Incomplete stands for incomplete C types.
type Incomplete struct {
	_ struct{}
}

var (
	mu      sync.Mutex
	last    Handle
	handles = map[Handle]any{}
)

func NewHandle(v any) Handle {
	mu.Lock()
	defer mu.Unlock()
	last++
	handles[last] = v
	return last
}

func (h Handle) Value() any {
	mu.Lock()
	defer mu.Unlock()
	v, ok := handles[h]
	if !ok {
		panic("runtime/cgo: misuse of an invalid Handle")
	}
	return v
}

func (h Handle) Delete() {
	mu.Lock()
	defer mu.Unlock()
	if _, ok := handles[h]; !ok {
		panic("runtime/cgo: misuse of an invalid Handle")
	}
	delete(handles, h)
}
