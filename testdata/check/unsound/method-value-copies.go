// A method value of a value receiver has the struct as it was.
//
// outcome: "" deadlock

package main

type pipe struct {
	c chan int
}

func (p pipe) wait() {
	<-p.c
}

func main() {
	p := pipe{make(chan int)}
	wait := p.wait
	p.c = make(chan int)
	close(p.c)
	wait()
}
