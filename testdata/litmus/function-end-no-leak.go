// A goroutine that outlives the function and ends is no leak.
//
// outcome: "" leak 0

package main

func Litmus() {
	c := make(chan int, 1)
	go func() {
		c <- 1
	}()
}
