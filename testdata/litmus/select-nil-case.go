// A case on a nil channel is never ready.
//
// outcome: "b" exit

package main

import "fmt"

func main() {
	var a chan int
	b := make(chan int, 1)
	b <- 1
	select {
	case <-a:
		select {}
	case a <- 1:
		select {}
	case <-b:
		fmt.Print("b")
	}
}
