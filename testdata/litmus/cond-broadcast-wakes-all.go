// Broadcast wakes all who wait.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	waiting, woken := 0, make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			mu.Lock()
			waiting++
			c.Wait()
			mu.Unlock()
			woken <- true
		}()
	}
	for {
		mu.Lock()
		if waiting == 2 {
			break
		}
		mu.Unlock()
	}
	c.Broadcast()
	mu.Unlock()
	<-woken
	<-woken
	fmt.Print("end")
}
