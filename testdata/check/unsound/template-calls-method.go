// A template calls a method that its text names.
//
// outcome: "" deadlock

package main

import (
	"io"
	"text/template"
)

type t struct{ c chan int }

func (x t) Wait() string { x.c <- 1; return "" }

func main() {
	done := make(chan int, 1)
	done <- 1
	template.Must(template.New("").Parse("{{.Wait}}")).Execute(io.Discard, t{make(chan int)})
}
