// Both sides ask the same question, so either both use the channel or neither does.
//
// table: gomela 27
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "os"

func wanted() bool {
	return len(os.Args) > 1
}

func main() {
	values := make(chan int)
	go take(values)
	if wanted() {
		values <- 0
	}
}

func take(values <-chan int) {
	if wanted() {
		<-values
	}
}
