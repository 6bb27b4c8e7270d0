// An entry comes into a sync.Map between two looks at it.
//
// outcome: "" exit
// outcome: "" deadlock

package main

import "sync"

func has(m *sync.Map) bool {
	_, ok := m.Load(1)
	return ok
}

func main() {
	var m sync.Map
	c := make(chan int, 1)
	go m.Store(1, 1)
	if has(&m) || !has(&m) {
		c <- 1
	}
	<-c
}
