// LoadOrStore is one step: one of two goroutines stores.
//
// outcome: "closed" exit

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
			if _, loaded := m.LoadOrStore("k", true); !loaded {
				close(c)
			}
		}()
	}
	<-c
	fmt.Print("closed")
}
