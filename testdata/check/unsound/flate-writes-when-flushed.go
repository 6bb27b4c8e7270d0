// What was compressed is written when it is flushed, by a method that waits for ever.
//
// outcome: "" deadlock

package main

import "compress/flate"

type pipe chan []byte

func (p pipe) Write(b []byte) (int, error) {
	p <- b
	return len(b), nil
}

func main() {
	p := make(pipe)
	w, err := flate.NewWriter(p, flate.BestSpeed)
	if err != nil {
		return
	}
	w.Write([]byte("text"))
	w.Flush()
}
