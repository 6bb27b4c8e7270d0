// A slice with limited room is appended to in place as long as there is some.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int), make(chan int, 1)
	s := []chan int{a, a}
	t := s[:1:2]
	t = append(t, b)
	s[0] = b
	_ = t
	s[1] <- 1
	s[1] <- 1
}
