// Prime numbers by a growing chain of goroutines: without end, so what can be said is bounded.
//
// table: godel 4
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func from(first int, out chan<- int) {
	for n := first; ; n++ {
		out <- n
	}
}

func without(prime int, in <-chan int, out chan<- int) {
	for {
		if n := <-in; n%prime != 0 {
			out <- n
		}
	}
}

func main() {
	numbers := make(chan int)
	go from(2, numbers)
	for {
		prime := <-numbers
		fmt.Println(prime)
		rest := make(chan int)
		go without(prime, numbers, rest)
		numbers = rest
	}
}
