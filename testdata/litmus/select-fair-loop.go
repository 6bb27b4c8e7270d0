// A choice that is offered again and again does not go the same way for ever: the loop ends.
//
// outcome: "end" exit

package main

import "fmt"

func main() {
	more, stop := make(chan int), make(chan int)
	close(more)
	close(stop)
	for {
		select {
		case <-more:
			continue
		case <-stop:
		}
		break
	}
	fmt.Print("end")
}
