// A deferred literal follows a nil pointer that it captures, and a function deferred before recovers.
//
// outcome: "" deadlock

package main

import "fmt"

func guarded(c chan int) {
	defer func() {
		if recover() == nil {
			c <- 1
		}
	}()
	var p *int
	defer func() { fmt.Println(*p) }()
}

func main() {
	c := make(chan int, 1)
	guarded(c)
	<-c
}
