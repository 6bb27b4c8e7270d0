// append of all elements of another slice copies structs.
//
// outcome: "" deadlock

package main

type box struct{ c chan int }

func main() {
	a := []box{{make(chan int)}}
	var b []box
	b = append(b, a...)
	b[0].c = make(chan int, 1)
	a[0].c <- 1
}
