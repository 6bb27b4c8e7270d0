// An index out of range panics, is recovered, and the lock stays locked.
//
// outcome: "" deadlock

package main

import "sync"

var mu sync.Mutex

func get(list []int, i int) (n int) {
	defer func() {
		recover()
	}()
	mu.Lock()
	n = list[i]
	mu.Unlock()
	return n
}

func main() {
	list := []int{1, 2}
	n := len(list)
	get(list, n)
	mu.Lock()
}
