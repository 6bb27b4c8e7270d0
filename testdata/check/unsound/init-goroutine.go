// A goroutine that init has started takes the value.
//
// outcome: "" exit
// outcome: "" deadlock

package main

var c = make(chan int, 1)

func init() {
	go func() {
		<-c
	}()
}

func main() {
	c <- 1
	<-c
}
