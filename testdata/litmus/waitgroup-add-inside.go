// Add in the goroutine may come after Wait: then nothing is waited for.
//
// outcome: "0" exit
// outcome: "1" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	c := make(chan int, 1)
	go func() {
		wg.Add(1)
		c <- 1
		wg.Done()
	}()
	wg.Wait()
	fmt.Print(len(c))
}
