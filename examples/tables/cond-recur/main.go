// A goroutine sends three numbers and says that it is done; main listens until then.
//
// table: gomela 7, godel 12
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func count(numbers chan<- int, done chan<- bool) {
	for n := 0; ; n++ {
		if n == 3 {
			done <- true
			return
		}
		numbers <- n
	}
}

func main() {
	numbers := make(chan int)
	done := make(chan bool)
	go count(numbers, done)
	for running := true; running; {
		select {
		case n := <-numbers:
			fmt.Println(n)
		case <-done:
			running = false
		}
	}
}
