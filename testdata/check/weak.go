// What a weak pointer was made of comes back out of it, or nil.
package p

import (
	"sync"
	"weak"
)

type box struct {
	mu    sync.Mutex
	count int
}

func Twice() {
	b := &box{}
	w := weak.Make(b)
	b.mu.Lock()
	defer b.mu.Unlock()
	if again := w.Value(); again != nil {
		again.mu.Lock() // want double-lock "which it already holds"
		again.mu.Unlock()
	}
}

func Once() {
	b := &box{}
	w := weak.Make(b)
	b.mu.Lock()
	b.count++
	b.mu.Unlock()
	if again := w.Value(); again != nil {
		again.mu.Lock()
		again.mu.Unlock()
	}
}
