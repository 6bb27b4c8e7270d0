// clear of a slice is seen by all who share it.
//
// outcome: "" deadlock

package main

func main() {
	s := []chan int{make(chan int, 1)}
	t := s
	clear(s)
	t[0] <- 1
}
