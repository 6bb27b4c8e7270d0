// A timer may fire before or after any step.
//
// outcome: "value" exit
// outcome: "timeout" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int, 1)
	go func() {
		c <- 1
	}()
	select {
	case <-c:
		fmt.Print("value")
	case <-time.After(100 * time.Microsecond):
		fmt.Print("timeout")
	}
}
