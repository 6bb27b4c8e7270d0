// Channels travel through channels.
//
// outcome: "5" exit

package main

import "fmt"

func main() {
	requests := make(chan chan int)
	go func() {
		reply := <-requests
		reply <- 5
	}()
	reply := make(chan int)
	requests <- reply
	fmt.Print(<-reply)
}
