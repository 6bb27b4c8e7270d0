// What is kept in a library's map is still the program's own.
package stored

import "sync"

var registry sync.Map

// verdict: open
// client hang:
//
//	Stored()
func Stored() {
	c := make(chan int)
	registry.Store("c", c)
	c <- 1
}

// verdict: closed
func StoredRepaired() <-chan int {
	c := make(chan int, 1)
	c <- 1
	registry.Store("c", c)
	return c
}
