// goto leads past the unlock.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var mu sync.Mutex
	n := 0
again:
	mu.Lock()
	n++
	if n < 2 {
		goto again
	}
	mu.Unlock()
}
