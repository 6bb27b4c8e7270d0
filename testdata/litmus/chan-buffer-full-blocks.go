// A send into a full buffer blocks until a receive makes room.
//
// outcome: "sent" deadlock

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	c <- 1
	fmt.Print("sent")
	c <- 2
}
