// A load and a store are two steps: an update can be lost.
//
// outcome: "2" exit
// outcome: "1" deadlock

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
			v := n.Load()
			n.Store(v + 1)
			wg.Done()
		}()
	}
	wg.Wait()
	fmt.Print(n.Load())
	if n.Load() != 2 {
		select {}
	}
}
