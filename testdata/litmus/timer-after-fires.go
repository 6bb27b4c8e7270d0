// A run that can only go on by a timer goes on.
//
// outcome: "fired" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	<-time.After(time.Millisecond)
	fmt.Print("fired")
}
