// A channel that comes back out of a value of reflection is the one that went in.
//
// outcome: "" deadlock

package main

import "reflect"

func main() {
	c := make(chan int)
	v := reflect.ValueOf(struct{ C chan int }{c})
	d := v.Field(0).Interface().(chan int)
	go func() { d <- 1 }()
	<-c
	<-c
}
