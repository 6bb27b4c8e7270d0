// A report that is sent while the lock is held which its receiver wants next: one of the classic ways to get stuck.
package status

import (
	"sync"
	"testing"
)

type keeper struct {
	mu      sync.Mutex
	reports chan string
}

// listen takes two reports, and looks at the keeper's state after each.
func (k *keeper) listen() {
	for range 2 {
		<-k.reports
		k.mu.Lock()
		// Here the report would be noted.
		k.mu.Unlock()
	}
}

func (k *keeper) report(text string) {
	k.mu.Lock()
	k.reports <- text
	k.mu.Unlock()
}

func TestReports(t *testing.T) {
	k := &keeper{reports: make(chan string)}
	go k.listen()
	go k.report("first")
	go k.report("second")
}
