// Locks that are taken while they are held, here or in what is called.

package p

import "sync"

type shard struct {
	lock  sync.RWMutex
	stats bool
	hits  map[string]int
	data  map[string]string
}

func (s *shard) hit(key string) {
	if s.stats {
		s.lock.Lock()
		s.hits[key]++
		s.lock.Unlock()
	}
}

func (s *shard) find(key string) string {
	v := s.data[key]
	if v != "" {
		s.hit(key)
	}
	return v
}

func (s *shard) Get(key string) string {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.find(key) // want warning double-lock "Get can block forever at s.find\(key\), which locks s.lock"
}

func (s *shard) GetRepaired(key string) string {
	s.lock.RLock()
	v := s.data[key]
	s.lock.RUnlock()
	s.hit(key)
	return v
}

func (s *shard) Len() int {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return len(s.data)
}

func (s *shard) Empty() bool {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.Len() == 0 // want warning double-lock "Empty can block forever at s.Len\(\): it holds the read lock of s.lock"
}

type consumer struct {
	mu      sync.Mutex
	pending int
}

func (c *consumer) Handle(bad bool) {
	defer func() {
		c.mu.Lock() // want warning double-lock "has locked c.mu already"
		c.pending++
		c.mu.Unlock()
	}()
	c.mu.Lock()
	if bad {
		return
	}
	c.pending--
	c.mu.Unlock()
}

// ---- what is right ----

// Which of the two is called depends on what the caller says.
func (c *consumer) add(n int, locked bool) {
	if !locked {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	c.pending += n
}

func (c *consumer) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(n, true)
}

// Released and taken again meanwhile.
func (c *consumer) wait() {
	c.mu.Unlock()
	c.mu.Lock()
}

func (c *consumer) Wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.pending > 0 {
		c.wait()
	}
}

// Another one's lock.
func (c *consumer) Move(to *consumer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	to.add(c.pending, false)
}

// A list whose nodes are locked one after the other.
type node struct {
	mu   sync.Mutex
	next *node
}

func (n *node) Walk() int {
	count := 0
	n.mu.Lock()
	for n.next != nil {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
		count++
	}
	n.mu.Unlock()
	return count
}

// What waits on the condition variable in a goroutine releases the lock.
type queue struct {
	cond *sync.Cond
	n    int
}

func (q *queue) Take(stop chan bool) {
	q.cond.L.Lock()
	woken := make(chan bool, 1)
	go func() {
		q.cond.Wait()
		woken <- true
	}()
	select {
	case <-woken:
		q.n--
		q.cond.L.Unlock()
	case <-stop:
		q.cond.L.Lock()
		q.n = 0
		q.cond.L.Unlock()
	}
}

// Nothing takes the write lock.
type readers struct{ mu sync.RWMutex }

func (r *readers) A() { r.mu.RLock(); defer r.mu.RUnlock() }
func (r *readers) B() { r.mu.RLock(); defer r.mu.RUnlock(); r.A() }
