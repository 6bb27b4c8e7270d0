// Once done, Done is as ready as any other case.
//
// outcome: "done" exit
// outcome: "value" exit

package main

import (
	"context"
	"fmt"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := make(chan int, 1)
	c <- 1
	select {
	case <-ctx.Done():
		fmt.Print("done")
	case <-c:
		fmt.Print("value")
	}
}
