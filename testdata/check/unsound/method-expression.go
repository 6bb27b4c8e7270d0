// A method expression is the method.
//
// outcome: "" panic: close of closed channel

package main

type pipe struct {
	c chan int
}

func (p *pipe) shut() {
	close(p.c)
}

func main() {
	p := &pipe{make(chan int)}
	f := (*pipe).shut
	f(p)
	p.shut()
}
