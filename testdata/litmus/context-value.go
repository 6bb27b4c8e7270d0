// A context with a value ends with its parent.
//
// outcome: "end" exit

package main

import (
	"context"
	"fmt"
)

type key struct{}

func main() {
	parent, cancel := context.WithCancel(context.Background())
	ctx := context.WithValue(parent, key{}, 1)
	cancel()
	<-ctx.Done()
	fmt.Print("end")
}
