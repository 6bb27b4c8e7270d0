// Every goroutine that waits is woken.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			wg.Wait()
			done <- true
		}()
	}
	wg.Done()
	<-done
	<-done
	fmt.Print("end")
}
