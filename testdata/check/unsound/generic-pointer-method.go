// A type parameter stands for a pointer whose method is called.
//
// outcome: "" deadlock

package main

type setter[T any] interface {
	*T
	set()
}
type t struct{ c chan int }

func (x *t) set() { x.c = make(chan int) }

func build[T any, P setter[T]]() T {
	var x T
	P(&x).set()
	return x
}

func main() {
	build[t]().c <- 1
}
