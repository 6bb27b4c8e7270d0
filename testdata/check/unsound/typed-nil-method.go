// A method of a nil pointer in an interface is called.
//
// outcome: "" deadlock

package main

type lock interface {
	enter()
}

type gate struct {
	c chan int
}

func (g *gate) enter() {
	if g == nil {
		select {}
	}
}

func main() {
	var g *gate
	var l lock = g
	l.enter()
}
