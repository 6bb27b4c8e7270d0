// WithoutCancel is never done.
//
// outcome: "" deadlock
// check: nil-channel violated

package main

import "context"

func main() {
	parent, cancel := context.WithCancel(context.Background())
	ctx := context.WithoutCancel(parent)
	cancel()
	<-ctx.Done()
}
