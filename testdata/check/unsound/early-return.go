// An early return leaves the goroutine of the answer behind.
//
// outcome: "" leak 1

package main

import "errors"

func fetch(c chan int, fail bool) error {
	if fail {
		return errors.New("no")
	}
	<-c
	return nil
}

func Litmus() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	fetch(c, 1 > 0)
}
