// A logger panics with what it has logged.
//
// outcome: "" deadlock

package main

import "log"

func guarded(c chan int) {
	defer func() {
		if recover() == nil {
			c <- 1
		}
	}()
	log.Panic("over")
}

func main() {
	c := make(chan int, 1)
	guarded(c)
	<-c
}
