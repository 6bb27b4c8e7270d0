// A message that nobody ever takes out of its buffer: nobody is blocked.
//
// table: gomela 26, godel 18
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
// want unreceived-message: yes
package main

func main() {
	box := make(chan int, 1)
	box <- 1
}
