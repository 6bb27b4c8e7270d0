// min and max.
//
// outcome: "" deadlock

package main

func main() {
	n := 3
	c := make(chan int, min(n, max(1, 2)))
	c <- 1
	c <- 1
	c <- 1
}
