// A library calls the method of what lies in one of its records that the program has filled.
//
// outcome: "" deadlock

package main

import (
	"io"
	"sync"
)

type input struct{ mu sync.Mutex }

func (i *input) Read(b []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return 0, io.EOF
}

func main() {
	i := &input{}
	part := &io.LimitedReader{R: i, N: 5}
	i.mu.Lock()
	_, _ = part.Read(make([]byte, 1))
}
