// Variables of a package are initialised by what they depend on, not in source order.
//
// outcome: "" deadlock

package main

var size = capacity()

var base = 1

func capacity() int {
	return base - 1
}

func main() {
	c := make(chan int, size)
	c <- 1
}
