// A context with a time-out is done by itself.
//
// outcome: "context deadline exceeded" exit

package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	fmt.Print(ctx.Err())
}
