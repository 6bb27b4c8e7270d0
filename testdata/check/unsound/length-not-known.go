// A channel lies in a slice whose length is not known.
//
// outcome: "" deadlock

package main

import "math/rand"

func main() {
	n := rand.Intn(3) + 1
	s := make([]chan int, n)
	c := make(chan int)
	s[0] = c
	s[0] <- 1
}
