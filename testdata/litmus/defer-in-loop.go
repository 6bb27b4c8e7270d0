// A defer in a loop waits for the function's end, not for the round's.
//
// outcome: "" deadlock
// check: double-lock violated

package main

import "sync"

func main() {
	var mu sync.Mutex
	for i := 0; i < 2; i++ {
		mu.Lock()
		defer mu.Unlock()
	}
}
