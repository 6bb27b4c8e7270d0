// len counts what is buffered, cap what fits, also once the channel is closed.
//
// outcome: "2 3 2 3 0" exit

package main

import "fmt"

func main() {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	fmt.Print(len(c), cap(c), " ")
	close(c)
	fmt.Print(len(c), cap(c), " ")
	<-c
	<-c
	fmt.Print(len(c))
}
