// Of two goroutines that close a channel one panics, unless main has ended.
//
// outcome: "" panic: close of closed channel
// outcome: "end" exit
// outcome: "end" panic: close of closed channel

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		close(c)
	}()
	go func() {
		close(c)
	}()
	<-c
	fmt.Print("end")
}
