// A goroutine that can move does move: spinning until another has stored ends.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

func main() {
	var ready atomic.Bool
	c := make(chan int, 1)
	go func() {
		c <- 1
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
	<-c
	fmt.Print("end")
}
