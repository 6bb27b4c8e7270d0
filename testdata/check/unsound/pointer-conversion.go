// A pointer to another type with the same fields writes the same struct.
//
// outcome: "" deadlock

package main

type a struct{ c chan int }
type b a

func main() {
	x := &a{make(chan int, 1)}
	y := (*b)(x)
	y.c = nil
	x.c <- 1
}
