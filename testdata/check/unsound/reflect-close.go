// Reflection closes the channel.
//
// outcome: "" panic: close of closed channel

package main

import "reflect"

func main() {
	c := make(chan int)
	reflect.ValueOf(c).Close()
	close(c)
}
