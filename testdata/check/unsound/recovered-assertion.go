// A failed type assertion is recovered; the channel is never closed.
//
// outcome: "" deadlock

package main

func main() {
	var x any = "text"
	c := make(chan int)
	go func() {
		defer func() {
			recover()
		}()
		_ = x.(int)
		close(c)
	}()
	<-c
}
