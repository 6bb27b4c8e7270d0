// A goroutine never meets itself: both directions of one channel in a select block.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int)
	select {
	case c <- 1:
	case <-c:
	}
}
