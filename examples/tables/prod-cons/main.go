// Two producers, but the consumer listens to the first one twice, and goes on receiving zero values when it has closed.
//
// table: gomela 23, godel 15
// want global-deadlock: no
// want goroutine-leak: yes
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func produce(out chan<- int) {
	for i := 1; i <= 5; i++ {
		out <- i // blocks
	}
	close(out)
}

func consume(a, b <-chan int) {
	for {
		select {
		case v := <-a:
			fmt.Println(v)
		case v := <-b:
			fmt.Println(v)
		}
	}
}

func main() {
	a, b := make(chan int), make(chan int)
	go produce(a)
	go produce(b)
	consume(a, a)
}
