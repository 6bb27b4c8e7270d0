// A closure sees what the variable has when it runs.
//
// outcome: "" leak 1

package main

func Litmus() {
	c := make(chan int, 1)
	start, done := make(chan bool), make(chan bool)
	go func() {
		<-start
		close(done)
		c <- 1
	}()
	c = make(chan int)
	close(start)
	<-done
}
