// The same, with a program that only gets on in one of the orders.
//
// outcome: "1" exit
// outcome: "2" deadlock

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	go func() {
		c <- 2
	}()
	first := <-c
	fmt.Print(first)
	<-c
	if first == 2 {
		<-c
	}
}
