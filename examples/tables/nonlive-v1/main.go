// As nonlive, but nothing would be sent behind the loop either.
//
// table: gomela 22
// want global-deadlock: no
// want goroutine-leak: yes
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import "fmt"

func main() {
	ready := make(chan int)
	go func() {
		for tries := 0; tries < 3; {
			fmt.Println("try", tries)
		}
	}()
	fmt.Println(<-ready) // blocks
}
