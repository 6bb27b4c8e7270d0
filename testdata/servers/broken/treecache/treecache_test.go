package treecache

import (
	"sync"
	"testing"
)

type event struct{ path string }

// Several caches feed one channel of the discovery.
type treeCache struct {
	updates chan<- event
	stop    chan struct{}
	prefix  string
}

func (c *treeCache) loop(wg *sync.WaitGroup) {
	defer wg.Done()
	defer close(c.updates) // want double-close "..treeCache..loop can close updates a second time, which pan"
	select { // want send-on-closed "..treeCache..loop can send on updates after it is closed, wh"
	case c.updates <- event{c.prefix}:
	case <-c.stop:
	}
}

type discovery struct {
	updates chan event
	caches  []*treeCache
	wg      sync.WaitGroup
}

func newDiscovery(paths ...string) *discovery {
	d := &discovery{updates: make(chan event)}
	for _, p := range paths {
		c := &treeCache{updates: d.updates, stop: make(chan struct{}), prefix: p}
		d.caches = append(d.caches, c)
		d.wg.Add(1)
		go c.loop(&d.wg)
	}
	return d
}

func (d *discovery) close() {
	for _, c := range d.caches {
		close(c.stop)
	}
	for range d.updates {
	}
	d.wg.Wait()
}

func TestDiscovery(t *testing.T) {
	d := newDiscovery("/a", "/b")
	<-d.updates
	d.close()
}
