// Two appends to one slice with room share the element.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	s := make([]chan int, 0, 1)
	x := append(s, a)
	_ = append(s, b)
	a <- 1
	<-x[0]
}
