// Giver and taker both close the channel.
//
// table: gomela 10, godel 17
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: yes
// want deadlock-ignoring-main-exit: no
package main

func give(gift chan<- int) {
	gift <- 1
	close(gift) // panics
}

func main() {
	gift := make(chan int)
	go give(gift)
	<-gift
	close(gift) // panics
}
