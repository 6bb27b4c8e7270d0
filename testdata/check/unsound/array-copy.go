// Arrays are copied: the change stays in the copy.
//
// outcome: "" deadlock

package main

func main() {
	c, d := make(chan int, 1), make(chan int, 1)
	a := [2]chan int{c, c}
	b := a
	b[0] = d
	d <- 1
	<-a[0]
}
