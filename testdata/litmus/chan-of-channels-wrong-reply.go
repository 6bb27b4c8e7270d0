// The answer goes to the channel that was sent, and to no other.
//
// outcome: "" deadlock

package main

func main() {
	requests := make(chan chan int)
	go func() {
		reply := <-requests
		reply <- 5
	}()
	mine, other := make(chan int), make(chan int)
	requests <- other
	<-mine
}
