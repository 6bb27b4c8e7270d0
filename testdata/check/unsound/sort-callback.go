// A function of the library calls back while the lock is held.
//
// outcome: "" deadlock

package main

import (
	"sort"
	"sync"
)

func main() {
	var mu sync.Mutex
	list := []int{2, 1}
	mu.Lock()
	sort.Slice(list, func(i, j int) bool {
		mu.Lock()
		defer mu.Unlock()
		return list[i] < list[j]
	})
}
