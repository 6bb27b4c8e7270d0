// A goroutine that waits for a context nobody cancels leaks.
//
// outcome: "end" leak 1

package main

import (
	"context"
	"fmt"
)

func Litmus() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
	}()
	fmt.Print("end")
	if ctx.Err() != nil {
		cancel()
	}
}
