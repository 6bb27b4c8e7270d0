// A logger calls its writer.
//
// outcome: "" deadlock

package main

import "log"

type w struct{ c chan int }

func (x w) Write(p []byte) (int, error) { x.c <- 1; return len(p), nil }

func main() {
	done := make(chan int, 1)
	done <- 1
	l := log.New(w{make(chan int)}, "", 0)
	l.Print("x")
}
