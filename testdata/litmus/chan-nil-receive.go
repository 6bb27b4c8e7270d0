// A receive from a nil channel blocks for ever.
//
// outcome: "" deadlock
// check: nil-channel violated

package main

func main() {
	var c chan int
	<-c
}
