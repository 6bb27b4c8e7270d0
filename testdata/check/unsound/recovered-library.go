// A function of the standard library panics for what it is given.
//
// outcome: "" deadlock

package main

import "strings"

func guarded(c chan int) {
	defer func() {
		if recover() == nil {
			c <- 1
		}
	}()
	strings.Repeat("x", -1)
}

func main() {
	c := make(chan int, 1)
	guarded(c)
	<-c
}
