// A sender that is blocked when the channel is closed panics.
//
// outcome: "" panic: send on closed channel
// outcome: "closed" exit
// outcome: "closed" panic: send on closed channel

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	close(c)
	fmt.Print("closed")
}
