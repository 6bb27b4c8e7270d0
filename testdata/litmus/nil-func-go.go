// Starting a nil function is fatal to the process.
//
// outcome: "" fatal: go of nil func value

package main

func main() {
	var f func()
	c := make(chan int)
	go f()
	<-c
}
