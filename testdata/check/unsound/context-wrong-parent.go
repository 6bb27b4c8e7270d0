// The goroutine waits for the parent, only the child is cancelled.
//
// outcome: "" leak 1

package main

import "context"

func Litmus() {
	parent, stop := context.WithCancel(context.Background())
	_, cancel := context.WithCancel(parent)
	go func() {
		<-parent.Done()
	}()
	cancel()
	_ = stop
}
