// The error of a write comes out of the compressor, and decides that nobody closes the channel.
//
// outcome: "" deadlock

package main

import (
	"compress/flate"
	"errors"
)

type full struct{}

func (full) Write(b []byte) (int, error) { return 0, errors.New("full") }

func main() {
	done := make(chan int)
	w, err := flate.NewWriter(full{}, flate.BestSpeed)
	if err != nil {
		return
	}
	if w.Close() == nil {
		close(done)
	}
	<-done
}
