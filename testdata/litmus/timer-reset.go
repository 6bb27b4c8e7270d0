// A timer that was reset fires again.
//
// outcome: "12" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTimer(time.Millisecond)
	<-t.C
	fmt.Print(1)
	t.Reset(time.Millisecond)
	<-t.C
	fmt.Print(2)
}
