// Two indirections.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	p := &a
	q := &p
	*q = &b
	*p <- 1
}
