// A panic runs deferred calls, last first, and ends the process.
//
// outcome: "21" panic: stop

package main

import "fmt"

func main() {
	c := make(chan int, 2)
	defer fmt.Print(1)
	defer fmt.Print(2)
	c <- 1
	panic("stop")
}
