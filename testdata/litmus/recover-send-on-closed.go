// A send on a closed channel can be recovered.
//
// outcome: "recovered" exit
// check: send-on-closed violated

package main

import "fmt"

func main() {
	c := make(chan int)
	close(c)
	defer func() {
		recover()
		fmt.Print("recovered")
	}()
	c <- 1
}
