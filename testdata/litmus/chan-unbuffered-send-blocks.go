// A send on an unbuffered channel without receiver blocks for ever.
//
// outcome: "a" deadlock

package main

import "fmt"

func main() {
	c := make(chan int)
	fmt.Print("a")
	c <- 1
	fmt.Print("b")
}
