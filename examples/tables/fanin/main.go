// Two streams are merged, forever.
//
// table: gomela 12, godel 3
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func source(out chan<- string, text string) {
	for {
		out <- text
	}
}

func merge(a, b <-chan string, merged chan<- string) {
	for {
		select {
		case text := <-a:
			merged <- text
		case text := <-b:
			merged <- text
		}
	}
}

func main() {
	a, b := make(chan string), make(chan string)
	go source(a, "tick")
	go source(b, "tock")
	merged := make(chan string)
	go merge(a, b, merged)
	for {
		fmt.Println(<-merged)
	}
}
