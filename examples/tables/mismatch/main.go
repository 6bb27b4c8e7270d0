// One value, two that wait for it, and main waits for both. The busy goroutine keeps the process alive: a leak, no global deadlock.
//
// table: gomela 16, godel 1
// want global-deadlock: no
// want goroutine-leak: yes
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
	results <- <-values // blocks
}

func main() {
	values, results := make(chan int), make(chan int)
	go give(values)
	go pass(values, results)
	go pass(values, results)
	go busy()
	fmt.Println(<-results)
	fmt.Println(<-results) // blocks
}
