// Whoever recovers a pointer may write through it.
//
// outcome: "" deadlock

package main

type t struct{ c chan int }

func main() {
	a := &t{make(chan int, 1)}
	func() {
		defer func() {
			recover().(*t).c = make(chan int)
		}()
		panic(a)
	}()
	a.c <- 1
}
