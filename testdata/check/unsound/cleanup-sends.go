// A cleanup sends what the program does not wait for: the message takes the place of the one that counts.
//
// outcome: "" deadlock

package main

import (
	"runtime"
	"time"
)

type entry struct {
	data [100]int
}

func fill(full chan<- int) *entry {
	e := &entry{}
	runtime.AddCleanup(e, func(n int) { full <- n }, 1)
	return e
}

func main() {
	full := make(chan int, 1)
	fill(full).data[0] = 1
	for range 20 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	full <- 2
	<-full
}
