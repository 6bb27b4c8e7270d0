// The error that a library gives is a key of a map.
//
// outcome: "" deadlock

package main

import (
	"io"
	"strings"
)

func main() {
	c := make(chan int, 1)
	known := map[error]bool{io.EOF: true}
	_, err := strings.NewReader("").Read(make([]byte, 1))
	if !known[err] {
		c <- 1
	}
	<-c
}
