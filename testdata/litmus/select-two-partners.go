// Two selects that offer both directions meet each other.
//
// outcome: "met" exit

package main

import "fmt"

func swap(c chan int) {
	select {
	case c <- 1:
	case <-c:
	}
}

func main() {
	c, done := make(chan int), make(chan bool)
	go func() {
		swap(c)
		done <- true
	}()
	swap(c)
	<-done
	fmt.Print("met")
}
