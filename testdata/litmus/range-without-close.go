// A range over a channel that nobody closes never ends.
//
// outcome: "1" deadlock

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	c <- 1
	for v := range c {
		fmt.Print(v)
	}
}
