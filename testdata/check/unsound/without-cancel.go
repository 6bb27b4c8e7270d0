// A context without cancel never ends.
//
// outcome: "" leak 1

package main

import "context"

func Litmus() {
	parent, cancel := context.WithCancel(context.Background())
	ctx := context.WithoutCancel(parent)
	go func() {
		<-ctx.Done()
	}()
	cancel()
}
