// The error that a library gives is one that the program knows.
//
// outcome: "" deadlock

package main

import (
	"io"
	"strings"
)

func main() {
	c := make(chan int, 1)
	if _, err := strings.NewReader("").Read(make([]byte, 1)); err != io.EOF {
		c <- 1
	}
	<-c
}
