// A loop that steps over its end and wraps around.
//
// outcome: "" hang

package main

func main() {
	last := int8(126)
	c := make(chan int)
	go func() {
		for i := int8(0); i <= last; i += 2 {
		}
		c <- 1
	}()
	<-c
}
