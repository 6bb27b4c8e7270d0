// A buffered writer calls its writer when it is flushed.
//
// outcome: "" deadlock

package main

import "bufio"

type w struct{ c chan int }

func (x w) Write(p []byte) (int, error) { x.c <- 1; return len(p), nil }

func main() {
	done := make(chan int, 1)
	done <- 1
	b := bufio.NewWriter(w{make(chan int)})
	b.WriteString("x")
	b.Flush()
}
