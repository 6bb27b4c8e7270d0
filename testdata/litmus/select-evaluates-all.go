// Channels and values of all cases are evaluated first, in source order.
//
// outcome: "a b v sent" exit

package main

import "fmt"

func pick(name string, c chan int) chan int {
	fmt.Print(name, " ")
	return c
}

func value() int {
	fmt.Print("v ")
	return 1
}

func main() {
	a, b := make(chan int), make(chan int, 1)
	select {
	case <-pick("a", a):
	case pick("b", b) <- value():
		fmt.Print("sent")
	}
}
