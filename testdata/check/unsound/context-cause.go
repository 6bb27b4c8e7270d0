// The first cause that a context is cancelled with stays.
//
// outcome: "" deadlock

package main

import (
	"context"
	"errors"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	first := errors.New("first")
	cancel(first)
	cancel(nil)
	if context.Cause(ctx) == first {
		select {}
	}
}
