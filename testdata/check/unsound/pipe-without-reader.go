// A write into a pipe waits for its reader.
//
// outcome: "" deadlock

package main

import "io"

func main() {
	_, w := io.Pipe()
	w.Write([]byte("a"))
}
