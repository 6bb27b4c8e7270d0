// A variable that only the library sets.
//
// outcome: "" deadlock

package main

import "flag"

func main() {
	n := flag.Int("n", 2, "rounds")
	c := make(chan int, 1)
	for i := 0; i < *n; i++ {
		c <- i
	}
}
