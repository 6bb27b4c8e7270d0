// copy of overlapping parts moves as if through a second array.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	s := []chan int{b, a, a}
	copy(s[1:], s)
	s[2] <- 1
	s[1] <- 1
}
