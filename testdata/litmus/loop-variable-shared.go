//go:build go1.21

// In a file of an older language version all rounds share the variable.
//
// outcome: "6" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	c, start := make(chan int, 2), make(chan int)
	wg.Add(2)
	for i := 1; i <= 2; i++ {
		go func() {
			<-start
			c <- i
			wg.Done()
		}()
	}
	close(start)
	wg.Wait()
	sum := <-c + <-c
	if sum != 6 {
		select {}
	}
	fmt.Print(sum)
}
