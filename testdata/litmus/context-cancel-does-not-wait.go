// Cancelling does not wait for anybody.
//
// outcome: "end" leak 0

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
	cancel()
	fmt.Print("end")
}
