// Looking first and closing then are two steps: both may close.
//
// outcome: "closed" exit
// outcome: "closed" panic: close of closed channel
// outcome: "" panic: close of closed channel

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
			if !done.Load() {
				done.Store(true)
				close(c)
			}
		}()
	}
	<-c
	fmt.Print("closed")
}
