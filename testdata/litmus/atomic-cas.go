// Of several compare-and-swaps of the same old value one wins.
//
// outcome: "1" exit

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var flag atomic.Bool
	var wins atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			if flag.CompareAndSwap(false, true) {
				wins.Add(1)
			}
			wg.Done()
		}()
	}
	wg.Wait()
	if wins.Load() != 1 {
		select {}
	}
	fmt.Print(wins.Load())
}
