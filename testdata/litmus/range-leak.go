// The same in a goroutine of a function: it leaks.
//
// outcome: "1" leak 1

package main

import "fmt"

func Litmus() {
	c := make(chan int)
	done := make(chan bool, 1)
	go func() {
		for v := range c {
			fmt.Print(v)
			done <- true
		}
	}()
	c <- 1
	<-done
}
