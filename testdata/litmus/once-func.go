// OnceFunc gives a function that runs its argument once.
//
// outcome: "1 1" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	c := make(chan int, 1)
	f := sync.OnceFunc(func() {
		c <- 1
	})
	f()
	f()
	v := sync.OnceValue(func() int {
		return <-c
	})
	fmt.Print(v(), " ", v())
}
