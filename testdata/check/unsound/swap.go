// Both sides of an assignment are evaluated before.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	a, b = b, a
	a <- 1
}
