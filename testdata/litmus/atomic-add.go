// Atomic operations are single steps: no update is lost.
//
// outcome: "2" exit

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			n.Add(1)
			wg.Done()
		}()
	}
	wg.Wait()
	if n.Load() != 2 {
		select {}
	}
	fmt.Print(n.Load())
}
