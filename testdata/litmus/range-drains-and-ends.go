// A range over a channel takes all values up to the close.
//
// outcome: "6" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		for i := 1; i <= 3; i++ {
			c <- i
		}
		close(c)
	}()
	sum := 0
	for v := range c {
		sum += v
	}
	if sum != 6 {
		select {}
	}
	fmt.Print(sum)
}
