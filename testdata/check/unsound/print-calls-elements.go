// Printing a slice calls the String methods of its elements.
//
// outcome: "" deadlock

package main

import "fmt"

type e struct{ c chan int }

func (x e) String() string { x.c <- 1; return "" }

func main() {
	done := make(chan int, 1)
	done <- 1
	_ = fmt.Sprint([]e{{make(chan int)}})
}
