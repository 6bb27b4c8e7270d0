// AfterFunc runs its function in a goroutine of its own, while others wait.
//
// outcome: "called" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int)
	time.AfterFunc(time.Millisecond, func() {
		c <- 1
	})
	<-c
	fmt.Print("called")
}
