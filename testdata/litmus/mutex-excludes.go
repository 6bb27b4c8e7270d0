// Between Lock and Unlock nobody else is.
//
// outcome: "2" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if n != 0 && n != 1 {
				select {}
			}
			n++
		}()
	}
	wg.Wait()
	if n != 2 {
		select {}
	}
	fmt.Print(n)
}
