// Closing a nil channel panics.
//
// outcome: "" panic: close of nil channel

package main

func main() {
	var c chan int
	close(c)
}
