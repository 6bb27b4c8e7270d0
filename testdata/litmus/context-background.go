// Background is never done: receiving from its Done channel blocks for ever.
//
// outcome: "" deadlock
// check: nil-channel violated

package main

import "context"

func main() {
	<-context.Background().Done()
}
