// Reflection calls a method.
//
// outcome: "" panic: close of closed channel

package main

import "reflect"

type line struct {
	c chan int
}

func (l *line) Shut() {
	close(l.c)
}

func main() {
	l := &line{make(chan int)}
	reflect.ValueOf(l).MethodByName("Shut").Call(nil)
	l.Shut()
}
