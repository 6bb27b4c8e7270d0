// A library function whose body is in sight panics for what it is given.
//
// outcome: "" deadlock

package main

import "slices"

func guarded(c chan int) {
	defer func() {
		if recover() == nil {
			c <- 1
		}
	}()
	_ = slices.Delete([]int{1}, 0, 3)
}

func main() {
	c := make(chan int, 1)
	guarded(c)
	<-c
}
