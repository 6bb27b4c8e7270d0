// The callback of a timer needs the lock that its waiter holds.
//
// outcome: "" deadlock

package main

import (
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	c := make(chan int)
	mu.Lock()
	time.AfterFunc(time.Millisecond, func() {
		mu.Lock()
		c <- 1
		mu.Unlock()
	})
	<-c
	mu.Unlock()
}
