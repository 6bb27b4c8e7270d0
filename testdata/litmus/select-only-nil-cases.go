// A select whose channels are all nil blocks for ever, and takes default where there is one.
//
// outcome: "default" deadlock

package main

import "fmt"

func main() {
	var a, b chan int
	select {
	case <-a:
	case b <- 1:
	default:
		fmt.Print("default")
	}
	select {
	case <-a:
	case b <- 1:
	}
}
