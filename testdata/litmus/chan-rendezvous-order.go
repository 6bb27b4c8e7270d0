// What a sender wrote before a rendezvous is there for the receiver after it.
//
// outcome: "7" exit

package main

import "fmt"

func main() {
	c := make(chan bool)
	n := 0
	go func() {
		n = 7
		c <- true
	}()
	<-c
	if n != 7 {
		select {}
	}
	fmt.Print(n)
}
