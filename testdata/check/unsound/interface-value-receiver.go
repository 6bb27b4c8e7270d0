// Through an interface, a value receiver has a copy of the struct.
//
// outcome: "" deadlock

package main

type taker interface {
	take()
}

type pipe struct {
	c chan int
}

func (p pipe) take() {
	<-p.c
}

func main() {
	p := pipe{make(chan int)}
	var t taker = p
	p.c = make(chan int, 1)
	p.c <- 1
	t.take()
}
