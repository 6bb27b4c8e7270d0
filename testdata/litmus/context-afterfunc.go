// AfterFunc of a context runs its function once the context is done.
//
// outcome: "called" exit

package main

import (
	"context"
	"fmt"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int)
	context.AfterFunc(ctx, func() {
		c <- 1
	})
	cancel()
	<-c
	fmt.Print("called")
}
