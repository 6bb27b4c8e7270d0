// Load and Store are two steps: both may find nothing.
//
// outcome: "closed" exit
// outcome: "closed" panic: close of closed channel
// outcome: "" panic: close of closed channel

package main

import (
	"fmt"
	"sync"
)

func main() {
	var m sync.Map
	c := make(chan int)
	for i := 0; i < 2; i++ {
		go func() {
			if _, ok := m.Load("k"); !ok {
				m.Store("k", true)
				close(c)
			}
		}()
	}
	<-c
	fmt.Print("closed")
}
