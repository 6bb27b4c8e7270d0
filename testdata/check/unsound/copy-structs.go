// copy of structs copies them: they are not the same ones afterwards.
//
// outcome: "" deadlock

package main

type box struct{ c chan int }

func main() {
	a := []box{{make(chan int)}}
	b := make([]box, 1)
	copy(b, a)
	b[0].c = make(chan int, 1)
	a[0].c <- 1
}
