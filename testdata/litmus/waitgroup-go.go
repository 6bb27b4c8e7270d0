// Go adds one, and is done when the function returns.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	c := make(chan int, 1)
	wg.Go(func() {
		c <- 1
	})
	wg.Wait()
	select {
	case <-c:
	default:
		select {}
	}
	fmt.Print("end")
}
