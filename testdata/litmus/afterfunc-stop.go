// Stop says whether it kept the function from running.
//
// outcome: "stopped" exit
// outcome: "called" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int)
	t := time.AfterFunc(100*time.Microsecond, func() {
		c <- 1
	})
	if t.Stop() {
		fmt.Print("stopped")
		return
	}
	<-c
	fmt.Print("called")
}
