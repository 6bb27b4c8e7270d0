// A copy of a struct has the same channel in it.
//
// outcome: "1" exit

package main

import "fmt"

type pipe struct {
	c chan int
}

func main() {
	a := pipe{make(chan int, 1)}
	b := a
	b.c <- 1
	fmt.Print(<-a.c)
}
