// default is not taken when a case is ready.
//
// outcome: "received" exit

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	c <- 1
	select {
	case <-c:
		fmt.Print("received")
	default:
		select {}
	}
}
