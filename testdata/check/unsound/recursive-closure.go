// A closure that calls itself under a lock.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var mu sync.Mutex
	var walk func(n int)
	walk = func(n int) {
		mu.Lock()
		defer mu.Unlock()
		if n > 0 {
			walk(n - 1)
		}
	}
	walk(1)
}
