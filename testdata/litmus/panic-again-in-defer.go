// A panic in a deferred call takes the place of the one before.
//
// outcome: "second" exit

package main

import "fmt"

func main() {
	c := make(chan string, 1)
	func() {
		defer func() {
			c <- fmt.Sprint(recover())
		}()
		defer func() {
			panic("second")
		}()
		panic("first")
	}()
	fmt.Print(<-c)
}
