// Two goroutines hand a token round for ever while a third gets its turn: it does.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	stop := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			for {
				mu.Lock()
				select {
				case <-stop:
					mu.Unlock()
					return
				default:
				}
				mu.Unlock()
			}
		}()
	}
	mu.Lock()
	close(stop)
	mu.Unlock()
	fmt.Print("end")
}
