// A slice is cut as long as its capacity: what is written behind its old end is in the array.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int), make(chan int)
	all := []chan int{a, a, b}
	part := all[1:2]
	part = part[:cap(part)]
	part[1] = a
	last := all[2]
	go func() {
		last <- 1
	}()
	<-b
}
