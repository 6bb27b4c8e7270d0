//go:build go1.21

// In older Go all rounds share the loop variable: both goroutines use the last channel.
//
// outcome: "" leak 1

package main

func Litmus() {
	a, b := make(chan int), make(chan int)
	start, done := make(chan bool), make(chan bool)
	for _, c := range []chan int{a, b} {
		go func() {
			<-start
			c <- 1
			done <- true
		}()
	}
	close(start)
	go func() {
		<-a
	}()
	<-b
	<-b
	<-done
	<-done
}
