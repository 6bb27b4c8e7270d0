// Do runs its function once; others wait until it is done.
//
// outcome: "1" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			once.Do(func() {
				n++
			})
			if n != 1 {
				select {}
			}
		}()
	}
	wg.Wait()
	fmt.Print(n)
}
