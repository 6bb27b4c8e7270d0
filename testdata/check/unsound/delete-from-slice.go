// Deleting from the middle moves elements that another slice sees.
//
// outcome: "" deadlock

package main

func main() {
	s := []chan int{make(chan int, 1), make(chan int)}
	old := s
	s = append(s[:0], s[1:]...)
	old[0] <- 1
}
