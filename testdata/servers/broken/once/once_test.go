package once

import (
	"sync"
	"testing"
)

type registry struct {
	once  sync.Once
	items map[string]int
}

func (r *registry) init() {
	r.once.Do(func() { // want double-lock "TestRegistry can block forever in r.once.Do.."
		r.items = map[string]int{}
		r.add("default", 1)
	})
}

func (r *registry) add(name string, n int) {
	r.init()
	r.items[name] = n
}

func TestRegistry(t *testing.T) {
	r := &registry{}
	r.add("x", 2)
}
