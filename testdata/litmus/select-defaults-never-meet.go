// Two selects that do not wait never find each other.
//
// outcome: "0" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	c := make(chan int)
	var wg sync.WaitGroup
	met := 0
	wg.Add(2)
	go func() {
		defer wg.Done()
		select {
		case c <- 1:
		default:
		}
	}()
	go func() {
		defer wg.Done()
		select {
		case met = <-c:
		default:
		}
	}()
	wg.Wait()
	fmt.Print(met)
}
