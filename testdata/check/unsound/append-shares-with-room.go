// An append with room leaves both slices with the same elements.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	s := make([]chan int, 1, 2)
	s[0] = a
	t := s
	s = append(s, a)
	s[0] = b
	t[0] <- 1
}
