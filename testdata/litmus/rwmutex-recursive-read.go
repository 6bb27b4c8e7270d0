// A waiting writer keeps new readers out, so reading twice can block both.
//
// outcome: "end" exit
// outcome: "" deadlock

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.RWMutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	mu.RLock()
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock()
	<-done
	fmt.Print("end")
}
