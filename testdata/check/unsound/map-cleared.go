// A map that was cleared gives nil.
//
// outcome: "" deadlock

package main

func main() {
	m := map[int]chan int{1: make(chan int, 1)}
	clear(m)
	m[1] <- 1
}
