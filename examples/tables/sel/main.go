// A choice between two channels, built from forwarding goroutines. A forwarder of the first choice may take what the second needs.
//
// table: gomela 17, godel 8
// want global-deadlock: yes
// want goroutine-leak: yes
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: yes
package main

func either(a, b <-chan bool) {
	found := make(chan bool)
	go func() { found <- <-a }() // blocks
	go func() { found <- <-b }() // blocks
	<-found                      // blocks
}

func main() {
	a, b := make(chan bool), make(chan bool)
	go func() { a <- true }()
	go func() { b <- true }()
	either(a, b)
	either(a, b)
}
