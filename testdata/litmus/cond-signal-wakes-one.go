// Signal wakes one of those who wait, and no more.
//
// outcome: "woken" deadlock

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
	c.Signal()
	mu.Unlock()
	<-woken
	fmt.Print("woken")
	<-woken
}
