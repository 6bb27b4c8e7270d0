// A range over a string goes by runes.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 2)
	for range "aéb" {
		c <- 1
	}
}
