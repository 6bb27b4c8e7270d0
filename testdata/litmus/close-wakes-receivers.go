// Closing lets every blocked receiver go on.
//
// outcome: "done" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			if _, ok := <-c; ok {
				select {}
			}
		}()
	}
	close(c)
	wg.Wait()
	fmt.Print("done")
}
