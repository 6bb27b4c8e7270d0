// Closing a closed channel panics.
//
// outcome: "" panic: close of closed channel

package main

func main() {
	c := make(chan int)
	close(c)
	close(c)
}
