// Locks in arrays: which one is meant is known to the program.
package p

import "sync"

func Both() {
	var mus [2]sync.Mutex
	i := 0
	next := func() { i++ }
	mus[i].Lock()
	next()
	mus[i].Lock()
	defer func() {
		for i := range mus {
			defer mus[i].Unlock()
		}
	}()
	word := "abc"
	c := make(chan int, 1)
	if word < "b" {
		c <- 1
	}
	<-c
}
