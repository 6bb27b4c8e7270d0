// A labelled continue skips the receive.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 1)
outer:
	for i := 0; i < 2; i++ {
		c <- i
		for j := 0; j < 1; j++ {
			continue outer
		}
		<-c
	}
}
