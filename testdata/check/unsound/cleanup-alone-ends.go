// Nobody but a cleanup would end the goroutine, and the goroutine itself keeps the value: the cleanup never runs.
//
// outcome: "" deadlock

package main

import "runtime"

type poller struct {
	stop chan int
	seen [100]int
}

func main() {
	p := &poller{stop: make(chan int)}
	done := make(chan int)
	runtime.AddCleanup(p, func(stop chan int) { close(stop) }, p.stop)
	go func() {
		<-p.stop
		p.seen[0]++
		close(done)
	}()
	<-done
}
