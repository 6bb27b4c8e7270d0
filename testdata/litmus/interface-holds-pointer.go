// An interface that holds a nil pointer is not nil.
//
// outcome: "not nil" exit
// check: all proved|unknown

package main

import "fmt"

type closer interface {
	shut()
}

type line struct {
	c chan int
}

func (l *line) shut() {
	if l != nil {
		close(l.c)
	}
}

func main() {
	var l *line
	var x closer = l
	if x == nil {
		<-make(chan int)
	}
	x.shut()
	fmt.Print("not nil")
}
