// Two goroutines exchange values in both directions until one kind of exchange ends both.
//
// table: gomela 14, godel 11
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

func left(stop <-chan int, more chan<- int, ended chan<- bool) {
	for {
		select {
		case <-stop:
			ended <- true
			return
		case more <- 1:
		}
	}
}

func right(stop chan<- int, more <-chan int, ended chan<- bool) {
	for {
		select {
		case <-more:
		case stop <- 2:
			ended <- true
			return
		}
	}
}

func main() {
	stop, more := make(chan int), make(chan int)
	ended := make(chan bool)
	go left(stop, more, ended)
	go right(stop, more, ended)
	<-ended
	<-ended
}
