// Readers do not exclude each other.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.RWMutex
	c := make(chan int)
	go func() {
		mu.RLock()
		c <- 1
		mu.RUnlock()
	}()
	mu.RLock()
	<-c
	mu.RUnlock()
	fmt.Print("end")
}
