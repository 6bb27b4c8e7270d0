// An element is inserted in front of another.
//
// outcome: "" deadlock

package main

import "slices"

func main() {
	s := []chan int{make(chan int, 1)}
	s = slices.Insert(s, 0, make(chan int))
	s[0] <- 1
}
