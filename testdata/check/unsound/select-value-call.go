// The value of a send case is computed before anything is chosen.
//
// outcome: "" deadlock

package main

import "sync"

var mu sync.Mutex

func value() int {
	mu.Lock()
	defer mu.Unlock()
	return 1
}

func main() {
	c := make(chan int, 1)
	mu.Lock()
	select {
	case c <- value():
	default:
	}
}
