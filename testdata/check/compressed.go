// Libraries that keep a writer write to it when they are asked to, and at no other time.

package p

import (
	"compress/flate"
	"encoding/json"
	"sync"
)

type guarded struct {
	mu   sync.Mutex
	size int
}

func (g *guarded) Write(b []byte) (int, error) {
	g.mu.Lock() // want double-lock "EncodedInside can block forever locking g.mu"
	defer g.mu.Unlock()
	g.size += len(b)
	return len(b), nil
}

// The lock is free whenever something is written.
func Compressed(data []byte) error {
	g := &guarded{}
	w, err := flate.NewWriter(g, flate.BestSpeed)
	if err != nil {
		return err
	}
	g.mu.Lock()
	g.size = 0
	g.mu.Unlock()
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}

func Encoded(n int) error {
	g := &guarded{}
	enc := json.NewEncoder(g)
	g.mu.Lock()
	g.size = 0
	g.mu.Unlock()
	return enc.Encode(n)
}

// Here it is not.
func EncodedInside(n int) error {
	g := &guarded{}
	enc := json.NewEncoder(g)
	g.mu.Lock()
	defer g.mu.Unlock()
	return enc.Encode(n)
}
