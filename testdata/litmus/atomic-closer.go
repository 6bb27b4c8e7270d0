// A flag that is swapped lets one goroutine close.
//
// outcome: "closed" exit

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	var done atomic.Bool
	c := make(chan int)
	for i := 0; i < 2; i++ {
		go func() {
			if !done.Swap(true) {
				close(c)
			}
		}()
	}
	<-c
	fmt.Print("closed")
}
