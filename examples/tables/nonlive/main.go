// Main waits for a goroutine that never comes out of its loop, which forgets to count: no global deadlock, but main is stuck.
//
// table: gomela 21, godel 16
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
		ready <- 1
	}()
	fmt.Println(<-ready) // blocks
}
