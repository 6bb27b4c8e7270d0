// The same; one of the choices leads nowhere.
//
// outcome: "a" exit
// outcome: "b" deadlock

package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	select {
	case <-a:
		fmt.Print("a")
	case <-b:
		fmt.Print("b")
		<-b
	}
}
