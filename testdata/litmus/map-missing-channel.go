// A key that is missing gives a nil channel.
//
// outcome: "" deadlock
// check: nil-channel violated

package main

func main() {
	m := map[string]chan int{"a": make(chan int, 1)}
	m["b"] <- 1
}
