// A slice as a pointer to an array has the same elements.
//
// outcome: "" deadlock

package main

func main() {
	s := []chan int{make(chan int, 1), make(chan int)}
	a := (*[2]chan int)(s)
	a[0] = nil
	s[0] <- 1
}
