// A panic that is recovered from while Goexit unwinds does not stop that.
//
// outcome: "" leak 1

package main

import "runtime"

func Litmus() {
	c := make(chan int)
	go func() {
		defer func() { c <- 1 }()
		func() {
			defer func() { recover() }()
			defer func() { panic("x") }()
			runtime.Goexit()
		}()
		close(c)
	}()
}
