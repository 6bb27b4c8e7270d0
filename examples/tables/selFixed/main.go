// The same choice by select: nothing is taken that is not used.
//
// table: gomela 18, godel 9
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

func either(a, b <-chan bool) {
	select {
	case <-a:
	case <-b:
	}
}

func main() {
	a, b := make(chan bool), make(chan bool)
	go func() { a <- true }()
	go func() { b <- true }()
	either(a, b)
	either(a, b)
}
