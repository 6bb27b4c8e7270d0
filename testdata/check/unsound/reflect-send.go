// Reflection fills the buffer.
//
// outcome: "" deadlock

package main

import "reflect"

func main() {
	c := make(chan int, 1)
	reflect.ValueOf(c).Send(reflect.ValueOf(1))
	c <- 2
}
