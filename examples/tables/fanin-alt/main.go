// Two streams are merged by a goroutine that stops as soon as neither is ready; both sources then wait while main sleeps.
// Its end ends the process, so this is no leak; were main a function, both would stay forever.
//
// table: gomela 11
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: yes
package main

import (
	"fmt"
	"time"
)

func source(out chan<- string, text string) {
	for {
		out <- text // blocks
	}
}

func merge(a, b <-chan string, merged chan<- string) {
	for {
		select {
		case text := <-a:
			merged <- text
		case text := <-b:
			merged <- text
		default:
			close(merged)
			return
		}
	}
}

func main() {
	a, b := make(chan string), make(chan string)
	go source(a, "tick")
	go source(b, "tock")
	merged := make(chan string)
	go merge(a, b, merged)
	for text := range merged {
		fmt.Println(text)
	}
	time.Sleep(time.Second)
}
