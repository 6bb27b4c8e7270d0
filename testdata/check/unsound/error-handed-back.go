// A function without any synchronisation gives back the error that it was given.
//
// outcome: "no" deadlock

package main

import (
	"errors"
	"fmt"
)

var errNo = errors.New("no")

func shown(err error) error {
	fmt.Println(err)
	return err
}

func main() {
	c := make(chan int, 1)
	if shown(errNo) != errNo {
		c <- 1
	}
	<-c
}
