package rlocker

import (
	"sync"
	"testing"
)

// Readers wait for a version; they hold the read side of the lock.
type versions struct {
	mu   sync.RWMutex
	cond *sync.Cond
	at   int
}

func newVersions() *versions {
	v := &versions{}
	v.cond = sync.NewCond(v.mu.RLocker())
	return v
}

func (v *versions) await(n int) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	for v.at < n {
		v.cond.Wait()
	}
}

func (v *versions) advance() {
	v.mu.Lock()
	v.at++
	v.mu.Unlock()
	if v.current() == 1 {
		v.cond.Signal() // want global-deadlock "Signal wakes only one of the goroutines that wait for v.cond"
	}
}

func (v *versions) current() int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.at
}

func TestVersions(t *testing.T) {
	v := newVersions()
	var wg sync.WaitGroup
	for i := 1; i <= 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v.await(i)
		}()
	}
	v.advance()
	v.advance()
	wg.Wait()
}
