// Stop does not close the ticker's channel: a receive then blocks for ever.
//
// outcome: "" deadlock

package main

import "time"

func main() {
	t := time.NewTicker(time.Hour)
	t.Stop()
	<-t.C
}
