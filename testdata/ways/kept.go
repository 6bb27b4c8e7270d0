// Locks that are left held on one way out, wherever they lie; and functions that are right.

package p

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type pool struct {
	cond   *sync.Cond
	closed bool
	n      int
}

func newPool() *pool { return &pool{cond: sync.NewCond(new(sync.Mutex))} }

func (p *pool) Close() {
	p.cond.L.Lock()
	defer p.cond.L.Unlock()
	p.closed = true
}

// The state may have changed since it was asked first.
func (p *pool) Create() error {
	p.cond.L.Lock()
	if p.closed {
		p.cond.L.Unlock()
		return errClosed
	}
	p.cond.L.Unlock()

	p.cond.L.Lock()
	if p.closed {
		return errClosed // want warning missing-unlock "Create can return here with p.cond.L locked"
	}
	p.n++
	p.cond.L.Unlock()
	return nil
}

func (p *pool) CreateRepaired() error {
	p.cond.L.Lock()
	if p.closed {
		p.cond.L.Unlock()
		return errClosed
	}
	p.n++
	p.cond.L.Unlock()
	return nil
}

type conn struct {
	mu    *sync.Mutex
	state int
	data  chan []byte
}

func (c *conn) Read() ([]byte, error) {
	c.mu.Lock()
	if c.state != 2 {
		return nil, errClosed // want warning missing-unlock "Read can return here with c.mu locked"
	}
	c.mu.Unlock()
	return <-c.data, nil
}

func (c *conn) ReadRepaired() ([]byte, error) {
	err := func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.state != 2 {
			return errClosed
		}
		return nil
	}()
	if err != nil {
		return nil, err
	}
	return <-c.data, nil
}

type shards struct {
	list  []*conn
	locks [8]sync.RWMutex
	named map[string]*sync.Mutex
}

func (s *shards) Get(i int) int {
	s.locks[i].RLock()
	if s.list[i] == nil {
		return 0 // want warning missing-unlock "Get can return here with s.locks\[i\] locked"
	}
	n := s.list[i].state
	s.locks[i].RUnlock()
	return n
}

func (s *shards) Named(name string) bool {
	s.named[name].Lock()
	if len(s.list) == 0 {
		return false // want warning missing-unlock "Named can return here"
	}
	s.named[name].Unlock()
	return true
}

func (s *shards) All() int {
	n := 0
	for i := range s.locks {
		s.locks[i].RLock()
		n++
		s.locks[i].RUnlock()
	}
	for _, c := range s.list {
		c.mu.Lock()
		if c.state == 0 {
			c.mu.Unlock()
			continue
		}
		n++
		c.mu.Unlock()
	}
	return n
}

// An iteration that goes on with the lock held.
func (c *conn) Loop(msgs []int) int {
	n := 0
	for _, m := range msgs {
		c.mu.Lock() // want warning double-lock "has locked c.mu already"
		if m < 0 {
			continue
		}
		n += m
		c.mu.Unlock()
	}
	return n // want warning missing-unlock "Loop can return here with c.mu locked"
}

// ---- what is right ----

// A lock that is taken under a condition is released under the same.
func (c *conn) Maybe(shared bool) int {
	if shared {
		c.mu.Lock()
	}
	n := c.state
	if shared {
		c.mu.Unlock()
	}
	return n
}

func (c *conn) Flagged(n int) int {
	locked := false
	if n > 3 {
		c.mu.Lock()
		locked = true
	}
	c.state += n
	if locked {
		c.mu.Unlock()
	}
	return n
}

func (c *conn) Try() bool {
	if !c.mu.TryLock() {
		return false
	}
	c.state++
	c.mu.Unlock()
	return true
}

// The caller releases it.
type leased struct{ lock sync.Mutex }

func (l *leased) Acquire(ok bool) bool {
	l.lock.Lock()
	if !ok {
		l.lock.Unlock()
		return false
	}
	return true
}

func (l *leased) Release() { l.lock.Unlock() }

func (c *conn) Lease(ok bool) func() {
	c.mu.Lock()
	if !ok {
		c.mu.Unlock()
		return nil
	}
	return c.mu.Unlock
}

// A goroutine releases it.
func (c *conn) Handed(ok bool) {
	c.mu.Lock()
	if !ok {
		c.mu.Unlock()
		return
	}
	go func() {
		defer c.mu.Unlock()
		c.state++
	}()
}

// By goto.
func (c *conn) Jump() int {
	c.mu.Lock()
	switch c.state {
	case 1:
		goto send
	case 2:
	default:
		panic("state")
	}
	c.mu.Unlock()
	return 0
send:
	c.state = 3
	c.mu.Unlock()
	return 1
}

// Helpers.
func (c *conn) lock()   { c.mu.Lock() }
func (c *conn) unlock() { c.mu.Unlock() }

func (c *conn) Helped(ok bool) int {
	c.lock()
	defer c.unlock()
	if !ok {
		return 0
	}
	return c.state
}

func (c *conn) Must(ok bool) {
	c.mu.Lock()
	if !ok {
		panic("not ok")
	}
	c.mu.Unlock()
}

// The caller is given the lock.
func (c *conn) Yield(n int) (lock *sync.Mutex) {
	c.mu.Lock()
	if n == c.state {
		lock = c.mu
		return
	}
	c.mu.Unlock()
	return
}

// What is called is a literal of the function around.
func (c *conn) Around(run func(func()), bad func() bool) {
	fail := func() {
		c.state = 0
		c.mu.Unlock()
	}
	run(func() {
		c.mu.Lock()
		if bad() {
			fail()
			return
		}
		c.mu.Unlock()
	})
}

// The lock is held until the transaction ends, in whatever way it does.
type store struct {
	mu   sync.RWMutex
	open bool
}

type txn struct {
	s    *store
	done bool
}

func (s *store) Begin() *txn {
	s.mu.RLock()
	if !s.open {
		s.mu.RUnlock()
		return nil
	}
	return &txn{s: s}
}

func (s *store) release() { s.mu.RUnlock() }

func (t *txn) end() {
	if t.done {
		return
	}
	t.done = true
	t.s.release()
}

func (t *txn) Rollback() {
	if t.s != nil {
		t.end()
	}
}

// Every caller of the helper takes the lock itself: nothing releases it for others.
type ledger struct {
	mu   sync.Mutex
	open bool
}

func (l *ledger) done() { l.mu.Unlock() }

func (l *ledger) Close() {
	l.mu.Lock()
	l.open = false
	l.done()
}

func (l *ledger) Post() bool {
	l.mu.Lock()
	if !l.open {
		return false // want warning missing-unlock "Post can return here with l.mu locked"
	}
	l.done()
	return true
}
