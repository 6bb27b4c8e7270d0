// A compressor that was reset writes to another writer, which takes a lock that is held.
//
// outcome: "" deadlock

package main

import (
	"compress/flate"
	"io"
	"sync"
)

type guarded struct{ mu sync.Mutex }

func (g *guarded) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(b), nil
}

func main() {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		return
	}
	g := &guarded{}
	w.Reset(g)
	g.mu.Lock()
	w.Close()
	g.mu.Unlock()
}
