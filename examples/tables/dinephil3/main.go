// Three philosophers; who does not get the second fork puts the first one back.
//
// table: gomela 8, godel 6
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

// keeper lends its fork, then waits until it is given back.
func keeper(fork chan bool) {
	for {
		fork <- true
		<-fork
	}
}

func eat(seat int) {
	fmt.Println("seat", seat, "eats")
}

func diner(seat int, left, right chan bool) {
	for {
		select {
		case <-left:
			select {
			case <-right:
				eat(seat)
				left <- true
				right <- true
			default: // another one has it: put the first one back
				left <- true
			}
		case <-right:
			select {
			case <-left:
				eat(seat)
				right <- true
				left <- true
			default: // another one has it: put the first one back
				right <- true
			}
		}
	}
}

func main() {
	f1 := make(chan bool)
	f2 := make(chan bool)
	f3 := make(chan bool)
	go keeper(f1)
	go keeper(f2)
	go keeper(f3)
	go diner(1, f1, f2)
	go diner(2, f2, f3)
	go diner(3, f3, f1)
	time.Sleep(10 * time.Second)
}
