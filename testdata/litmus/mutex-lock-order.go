// Two locks taken in opposite orders.
//
// outcome: "end" exit
// outcome: "" deadlock
// check: lock-order violated

package main

import (
	"fmt"
	"sync"
)

func main() {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		done <- true
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	<-done
	fmt.Print("end")
}
