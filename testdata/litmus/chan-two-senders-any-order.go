// Which of two senders is served first is open.
//
// outcome: "12" exit
// outcome: "21" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	go func() {
		c <- 2
	}()
	fmt.Print(<-c)
	fmt.Print(<-c)
}
