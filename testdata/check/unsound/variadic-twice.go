// The same channel twice among variadic arguments.
//
// outcome: "" panic: close of closed channel

package main

func shut(cs ...chan int) {
	for _, c := range cs {
		close(c)
	}
}

func main() {
	c := make(chan int)
	cs := []chan int{c, make(chan int), c}
	shut(cs...)
}
