// An encoder calls the method by which a value is encoded.
//
// outcome: "" deadlock

package main

import "encoding/json"

type t struct{ c chan int }

func (x t) MarshalJSON() ([]byte, error) { x.c <- 1; return nil, nil }

func main() {
	done := make(chan int, 1)
	done <- 1
	json.Marshal(t{make(chan int)})
}
