// The last channel of a list is nil.
//
// outcome: "" deadlock

package main

type node struct {
	c    chan int
	next *node
}

func main() {
	list := &node{make(chan int, 1), &node{nil, nil}}
	for n := list; n != nil; n = n.next {
		n.c <- 1
	}
}
