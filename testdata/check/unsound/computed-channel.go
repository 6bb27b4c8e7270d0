// The channel of a select comes from a function that gives nil.
//
// outcome: "" deadlock

package main

type source struct {
	on bool
	c  chan int
}

func (s *source) get() chan int {
	if s.on {
		return s.c
	}
	return nil
}

func main() {
	s := &source{c: make(chan int, 1)}
	s.c <- 1
	select {
	case <-s.get():
	}
}
