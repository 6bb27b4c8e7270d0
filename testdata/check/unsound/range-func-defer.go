// A defer in the body of a range over a function runs at the end of the function around it.
//
// outcome: "" deadlock

package main

import "sync"

func twice(yield func(int) bool) {
	if yield(1) {
		yield(2)
	}
}

func main() {
	var mu sync.Mutex
	for range twice {
		mu.Lock()
		defer mu.Unlock()
	}
}
