// A nil channel has length and capacity 0, and a range over it blocks for ever.
//
// outcome: "0 0" deadlock
// check: nil-channel violated

package main

import "fmt"

func main() {
	var c chan int
	fmt.Print(len(c), cap(c))
	for range c {
	}
}
