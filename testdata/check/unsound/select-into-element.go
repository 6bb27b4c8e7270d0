// A select receives into an element.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan chan int, 1)
	var s [2]chan int
	c <- make(chan int)
	select {
	case s[1] = <-c:
	}
	s[1] <- 1
}
