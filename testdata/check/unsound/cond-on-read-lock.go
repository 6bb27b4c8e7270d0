// A condition variable on the read side of a lock waits for ever.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var m sync.RWMutex
	c := sync.NewCond(m.RLocker())
	m.RLock()
	c.Wait()
}
