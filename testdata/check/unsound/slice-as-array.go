// A slice as an array is a copy.
//
// outcome: "" deadlock

package main

func main() {
	s := []chan int{make(chan int), make(chan int)}
	a := [2]chan int(s)
	a[0] = make(chan int, 1)
	s[0] <- 1
}
