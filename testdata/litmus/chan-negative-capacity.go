// make with a negative capacity panics.
//
// outcome: "" panic: makechan: size out of range

package main

func size() int {
	n := 1
	return n - 2
}

func main() {
	c := make(chan int, size())
	c <- 1
}
