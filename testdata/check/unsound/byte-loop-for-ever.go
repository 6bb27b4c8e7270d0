// A loop over all bytes that never ends: the counter wraps around.
//
// outcome: "" hang

package main

func main() {
	last := uint8(255)
	c := make(chan int)
	go func() {
		for i := uint8(0); i <= last; i++ {
		}
		c <- 1
	}()
	<-c
}
