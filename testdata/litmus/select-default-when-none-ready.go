// default is taken when no case is ready.
//
// outcome: "default" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	select {
	case <-c:
		select {}
	default:
		fmt.Print("default")
	}
}
