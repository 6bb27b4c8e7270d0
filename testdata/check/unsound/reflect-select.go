// A select by reflection waits for a channel of the program.
//
// outcome: "" deadlock

package main

import "reflect"

func main() {
	done := make(chan int, 1)
	done <- 1
	c := make(chan int)
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)}})
}
