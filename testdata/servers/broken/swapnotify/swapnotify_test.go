package swapnotify

import (
	"sync"
	"testing"
)

// Watchers wait on a channel that is closed and replaced at every change.
type value struct {
	mu      sync.Mutex
	version int
	changed chan struct{}
}

func (v *value) set() {
	v.mu.Lock()
	v.version++
	close(v.changed)
	v.changed = make(chan struct{})
	v.mu.Unlock()
}

func (v *value) get() (int, <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.version, v.changed
}

func (v *value) waitFor(n int) {
	at, _ := v.get()
	for at < n {
		_, c := v.get()
		<-c // want global-deadlock "receiving from c"
		at, _ = v.get()
	}
}

func TestValue(t *testing.T) {
	v := &value{changed: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		v.waitFor(1)
		close(done)
	}()
	v.set()
	<-done
}
