// break with a label leaves the loop around a select.
//
// outcome: "end" exit

package main

import "fmt"

func main() {
	c := make(chan int, 2)
	c <- 1
	close(c)
loop:
	for {
		select {
		case _, ok := <-c:
			if !ok {
				break loop
			}
		}
	}
	fmt.Print("end")
}
