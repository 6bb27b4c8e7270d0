// A sleep orders nothing: the shorter one may end last.
//
// outcome: "12" exit
// outcome: "21" exit

package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int, 2)
	go func() {
		time.Sleep(50 * time.Microsecond)
		c <- 1
	}()
	go func() {
		time.Sleep(60 * time.Microsecond)
		c <- 2
	}()
	fmt.Print(<-c)
	fmt.Print(<-c)
}
