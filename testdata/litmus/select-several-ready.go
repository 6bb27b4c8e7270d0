// Of several ready cases any may be taken.
//
// outcome: "a" exit
// outcome: "b" exit

package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	select {
	case <-a:
		fmt.Print("a")
	case <-b:
		fmt.Print("b")
	}
}
