// A ticker fires again and again.
//
// outcome: "123" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTicker(time.Millisecond)
	defer t.Stop()
	for i := 1; i <= 3; i++ {
		<-t.C
		fmt.Print(i)
	}
}
