// Calling a nil function panics, and can be recovered.
//
// outcome: "recovered" exit

package main

import "fmt"

func main() {
	c := make(chan int, 1)
	var f func()
	func() {
		defer func() {
			recover()
			fmt.Print("recovered")
		}()
		f()
		<-c
	}()
}
