// Each round of a loop has a variable of its own.
//
// outcome: "3" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	c := make(chan int, 2)
	wg.Add(2)
	for i := 1; i <= 2; i++ {
		go func() {
			c <- i
			wg.Done()
		}()
	}
	wg.Wait()
	sum := <-c + <-c
	if sum != 3 {
		select {}
	}
	fmt.Print(sum)
}
