// The channel of a deferred close is the one the variable had at the defer.
//
// outcome: "closed" deadlock

package main

import "fmt"

func work(c, d chan int) {
	x := c
	defer close(x)
	x = d
}

func main() {
	c, d := make(chan int), make(chan int)
	work(c, d)
	<-c
	fmt.Print("closed")
	<-d
}
