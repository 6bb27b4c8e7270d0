// Each round has its own variable: the first goroutine sends on the first channel, which nobody reads.
//
// outcome: "" leak 1

package main

func Litmus() {
	a, b := make(chan int), make(chan int)
	for _, c := range []chan int{a, b} {
		go func() {
			c <- 1
		}()
	}
	<-b
}
