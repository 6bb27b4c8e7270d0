// The channel that is made is another variable than the one that is used.
//
// outcome: "" deadlock

package main

func main() {
	var c chan int
	if true {
		c := make(chan int, 1)
		c <- 1
	}
	<-c
}
