// A slice whose room is limited is copied by the next append.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int), make(chan int, 1)
	s := []chan int{a, a}
	t := append(s[:1:1], b)
	t[0] = b
	s[0] <- 1
}
