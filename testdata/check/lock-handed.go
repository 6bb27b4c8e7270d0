// A lock that one function releases for others is followed all the same, where those who do that are in sight.
package p

import "sync"

type Conn struct {
	mu    sync.Mutex
	state int
	subs  []func(int)
}

func (c *Conn) setAndUnlock(state int) {
	c.state = state
	c.mu.Unlock()
}

func (c *Conn) Open() {
	c.mu.Lock()
	c.setAndUnlock(1)
	c.mu.Lock()
	c.subs = nil
	c.mu.Unlock()
}

func (c *Conn) Close() {
	c.mu.Lock()
	c.mu.Lock() // want double-lock "already holds"
	c.setAndUnlock(2)
}

func (c *Conn) Fail() {
	c.mu.Lock()
	c.state = 3
	c.mu.Unlock()
	c.mu.Unlock() // want unlock-unlocked "while it is not locked"
}

type Ring struct {
	mu     sync.Mutex
	cond   *sync.Cond
	count  int
	ending bool
	broken bool
}

// Several conditions on one state, of which none is answered in two ways.
func (r *Ring) Next() bool {
	r.mu.Lock() // want missing-unlock "locked"
	for r.count == 0 && !r.ending && !r.broken {
		r.cond.Wait()
	}
	if r.broken || r.count == 0 {
		return false
	}
	r.count--
	r.mu.Unlock()
	return true
}
