// io.Copy calls the writer that it is given.
//
// outcome: "" deadlock

package main

import (
	"io"
	"strings"
)

type w struct{ c chan int }

func (x w) Write(p []byte) (int, error) { x.c <- 1; return len(p), nil }

func main() {
	io.Copy(w{make(chan int)}, strings.NewReader("x"))
}
