// A goroutine in a method of an embedded struct outlives the function.
//
// outcome: "" leak 1

package main

type pump struct {
	in chan int
}

func (p *pump) run() {
	for range p.in {
	}
}

type device struct {
	pump
}

func Litmus() {
	d := &device{pump{make(chan int)}}
	go d.run()
	d.in <- 1
}
