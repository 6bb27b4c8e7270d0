// One value is sent, passed on and received, while another goroutine is busy with something else.
//
// table: gomela 13, godel 2
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import (
	"fmt"
	"time"
)

func busy() {
	for {
		fmt.Println("busy")
		time.Sleep(time.Second)
	}
}

func give(values chan<- int) {
	values <- 42
}

func pass(values <-chan int, results chan<- int) {
	results <- <-values
}

func main() {
	values, results := make(chan int), make(chan int)
	go give(values)
	go pass(values, results)
	go busy()
	fmt.Println(<-results)
}
