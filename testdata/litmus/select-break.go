// break in a select leaves the select, not the loop around it.
//
// outcome: "123" exit

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	for i := 1; i <= 3; i++ {
		c <- i
		select {
		case v := <-c:
			fmt.Print(v)
			break
		}
	}
}
