// Deferred unlocks wait for the end of the function.
//
// outcome: "" deadlock

package main

import "sync"

type item struct {
	mu sync.Mutex
}

func all(items []*item) {
	for _, it := range items {
		it.mu.Lock()
		defer it.mu.Unlock()
	}
}

func main() {
	it := &item{}
	all([]*item{it, it})
}
