// A timer fires once.
//
// outcome: "fired" deadlock

package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTimer(time.Millisecond)
	<-t.C
	fmt.Print("fired")
	<-t.C
}
