// A method with a value receiver locks a copy: two goroutines are inside at once.
//
// outcome: "" deadlock

package main

import "sync"

type box struct {
	mu sync.Mutex
	c  chan int
}

func (b box) enter() {
	b.mu.Lock()
	b.c <- 1
}

func main() {
	b := box{c: make(chan int)}
	b.enter()
}
