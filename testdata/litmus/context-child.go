// Cancelling a parent cancels its children.
//
// outcome: "end" exit

package main

import (
	"context"
	"fmt"
)

func main() {
	parent, cancel := context.WithCancel(context.Background())
	child, stop := context.WithCancel(parent)
	defer stop()
	cancel()
	<-child.Done()
	fmt.Print("end")
}
