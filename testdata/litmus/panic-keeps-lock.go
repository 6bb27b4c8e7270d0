// Without defer the lock stays locked when a panic is recovered above.
//
// outcome: "" deadlock

package main

import "sync"

func work(mu *sync.Mutex) {
	mu.Lock()
	panic("no")
}

func main() {
	var mu sync.Mutex
	func() {
		defer func() {
			recover()
		}()
		work(&mu)
	}()
	mu.Lock()
}
