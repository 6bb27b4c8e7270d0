// Three producers and three polling consumers on four buffers. Main only starts them.
//
// table: gomela 24, godel 20
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "os"

func produce(a, b chan<- bool) {
	for {
		if len(os.Args) > 1 {
			a <- true
		} else {
			b <- true
		}
	}
}

func consume(a, b <-chan bool) {
	for {
		select {
		case <-a:
		case <-b:
		default:
		}
	}
}

func main() {
	bread, wine := make(chan bool, 1), make(chan bool, 1)
	cheese, fruit := make(chan bool, 1), make(chan bool, 1)
	go produce(bread, wine)
	go produce(wine, cheese)
	go produce(cheese, fruit)
	go consume(bread, wine)
	go consume(wine, cheese)
	go consume(cheese, fruit)
}
