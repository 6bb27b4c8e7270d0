// A timer that was stopped never fires; whether it was still running is what Stop says.
//
// outcome: "stopped" deadlock
// outcome: "" deadlock

package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTimer(time.Hour)
	if t.Stop() {
		fmt.Print("stopped")
	}
	<-t.C
}
