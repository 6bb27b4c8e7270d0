// A method hides the one that an embedded lock has.
//
// outcome: "" deadlock

package main

import "sync"

type a struct{ sync.Mutex }
type b struct {
	a
	mu sync.Mutex
}

func (x *b) Lock() { x.mu.Lock() }

func main() {
	x := &b{}
	x.Lock()
	x.a.Lock()
	x.Unlock()
	x.Lock()
}
