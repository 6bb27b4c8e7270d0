// The alternating bit protocol: either side repeats its last message until the other side has confirmed it.
//
// table: gomela 5, godel 14
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func main() {
	data := make(chan int, 1)
	confirm := make(chan int, 1)
	go sender(data, confirm)
	receiver(data, confirm)
}

func sender(data chan<- int, confirm <-chan int) {
	for bit := 0; ; bit = 1 - bit {
		data <- bit
		for confirmed := false; !confirmed; {
			select {
			case got := <-confirm:
				confirmed = got == bit
			case data <- bit: // once more
			}
		}
		fmt.Println("delivered", bit)
	}
}

func receiver(data <-chan int, confirm chan<- int) {
	for last := 1; ; last = 1 - last {
		confirm <- last
		for fresh := false; !fresh; {
			select {
			case got := <-data:
				fresh = got != last
			case confirm <- last: // once more
			}
		}
	}
}
