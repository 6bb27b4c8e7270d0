// A buffer is first in, first out.
//
// outcome: "1 2 3" exit

package main

import "fmt"

func main() {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	c <- 3
	a, b, d := <-c, <-c, <-c
	if a != 1 || b != 2 || d != 3 {
		select {}
	}
	fmt.Print(a, b, d)
}
