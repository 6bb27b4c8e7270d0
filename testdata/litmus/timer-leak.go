// A time-out leaves the goroutine of an unbuffered answer behind.
//
// outcome: "value" leak 0
// outcome: "timeout" leak 1

package main

import (
	"fmt"
	"time"
)

func Litmus() {
	c := make(chan int)
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
