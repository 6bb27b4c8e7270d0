// A context is cancelled between two questions for its error.
//
// outcome: "" exit
// outcome: "" deadlock

package main

import "context"

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int, 1)
	go cancel()
	if ctx.Err() != nil || ctx.Err() == nil {
		c <- 1
	}
	<-c
}
