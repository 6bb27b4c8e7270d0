// A loop over a map whose keys are not followed comes to every entry: what each of them does to one lock is alleged.
package p

import (
	"strings"
	"sync"
)

type shelf struct {
	mu    sync.RWMutex
	boxes map[string]*box
}

type box struct {
	on *shelf
}

func (b *box) weigh() int {
	b.on.mu.RLock() // want double-lock "locking .*mu"
	defer b.on.mu.RUnlock()
	return len(b.on.boxes)
}

func WeighAll() {
	s := &shelf{boxes: map[string]*box{}}
	for _, name := range []string{"a", "b"} {
		s.boxes[strings.ToUpper(name)] = &box{on: s}
	}
	done := make(chan bool)
	go func() {
		s.mu.Lock()
		s.boxes["C"] = &box{on: s}
		s.mu.Unlock()
		done <- true
	}()
	s.mu.RLock()
	for _, b := range s.boxes {
		b.weigh()
	}
	s.mu.RUnlock()
	<-done
}
