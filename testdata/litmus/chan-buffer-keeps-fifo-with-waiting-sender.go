// A sender that waits for room comes behind what is in the buffer.
//
// outcome: "1 2" exit

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	c <- 1
	go func() {
		c <- 2
	}()
	a := <-c
	b := <-c
	if a != 1 || b != 2 {
		select {}
	}
	fmt.Print(a, b)
}
