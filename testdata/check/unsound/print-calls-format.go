// Printing calls the Format method of an operand.
//
// outcome: "" deadlock

package main

import "fmt"

type e struct{ c chan int }

func (x e) Format(f fmt.State, v rune) { x.c <- 1 }

func main() {
	done := make(chan int, 1)
	done <- 1
	_ = fmt.Sprintf("%v", e{make(chan int)})
}
