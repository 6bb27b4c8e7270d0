// A range over a slice has the length of the start.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 2)
	s := []int{1, 2}
	for range s {
		s = append(s, 3)
		c <- 1
	}
	c <- 1
}
