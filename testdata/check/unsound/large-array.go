// A large array is copied by assignment, and not shared.
//
// outcome: "" deadlock

package main

func main() {
	var a [100]chan int
	c := make(chan int, 1)
	a[3] = make(chan int)
	a[3] = c
	b := a
	a[3] = nil
	b[3] <- 1
	a[3] <- 1
}
