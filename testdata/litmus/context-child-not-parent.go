// Cancelling a child leaves its parent alone.
//
// outcome: "child" deadlock

package main

import (
	"context"
	"fmt"
)

func main() {
	parent, cancel := context.WithCancel(context.Background())
	child, stop := context.WithCancel(parent)
	stop()
	<-child.Done()
	fmt.Print("child")
	<-parent.Done()
	cancel()
}
