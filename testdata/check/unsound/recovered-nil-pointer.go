// A nil pointer in data that is not followed; the recovered goroutine does not send.
//
// outcome: "" leak 1

package main

type node struct {
	name string
	next *node
}

func Litmus() {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			recover()
		}()
		n := &node{name: "a"}
		println(n.next.name)
		c <- 1
	}()
	go func() {
		<-c
	}()
	<-done
}
