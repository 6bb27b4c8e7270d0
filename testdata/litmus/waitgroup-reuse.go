// A wait group can be used again after Wait has returned.
//
// outcome: "3" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	n := 0
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			n++
			wg.Done()
		}()
		wg.Wait()
	}
	if n != 3 {
		select {}
	}
	fmt.Print(n)
}
