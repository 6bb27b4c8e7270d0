// Wait without the lock is fatal.
//
// outcome: "" fatal: sync: unlock of unlocked mutex

package main

import "sync"

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	c.Wait()
}
