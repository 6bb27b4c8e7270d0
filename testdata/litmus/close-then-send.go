// A send on a closed channel panics, although the buffer has room.
//
// outcome: "" panic: send on closed channel

package main

func main() {
	c := make(chan int, 1)
	close(c)
	c <- 1
}
