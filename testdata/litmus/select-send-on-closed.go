// A send case on a closed channel is ready, and panics; default does not save it.
//
// outcome: "" panic: send on closed channel

package main

func main() {
	c := make(chan int)
	close(c)
	select {
	case c <- 1:
	default:
	}
}
