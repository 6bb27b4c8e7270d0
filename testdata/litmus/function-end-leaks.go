// When a function returns the process goes on: what is blocked for ever then leaks.
//
// outcome: "end" leak 1

package main

import "fmt"

func Litmus() {
	c := make(chan int)
	go func() {
		<-c
	}()
	fmt.Print("end")
}
