// Cancelling closes Done and sets Err; cancelling again does nothing.
//
// outcome: "context canceled" exit

package main

import (
	"context"
	"fmt"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	if ctx.Err() != nil {
		select {}
	}
	cancel()
	cancel()
	<-ctx.Done()
	if ctx.Err() == nil {
		select {}
	}
	fmt.Print(ctx.Err())
}
