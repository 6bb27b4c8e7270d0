// What literals do to locks, and functions whose callers hold a lock: seen from nearby, whoever calls them.
package p

import (
	"sync"
	"time"
)

type Message struct {
	Body   string
	Status int
}

type Bus interface {
	Subscribe(subject string, handler func(m *Message)) error
}

type Inbox struct {
	mu     sync.Mutex
	closed bool
	last   string
}

// The handler is called by the bus, which is not in sight.
func (in *Inbox) Listen(bus Bus) error {
	return bus.Subscribe("inbox", func(m *Message) {
		in.mu.Lock() // want missing-unlock "locked"
		if m.Status != 0 {
			return
		}
		in.last = m.Body
		in.mu.Unlock()
	})
}

// As Listen, and it stops itself while it holds the lock.
func (in *Inbox) ListenOnce(bus Bus) error {
	return bus.Subscribe("once", func(m *Message) {
		in.mu.Lock()
		in.last = m.Body
		if m.Status != 0 {
			in.Stop()
		}
		in.mu.Unlock()
	})
}

func (in *Inbox) Stop() {
	in.mu.Lock() // want double-lock "already holds"
	in.closed = true
	in.mu.Unlock()
}

// Both literals belong to one function: what one takes the other releases.
func (in *Inbox) Update(bus Bus) error {
	lock := func() { in.mu.Lock() }
	unlock := func() { in.mu.Unlock() }
	lock()
	in.last = ""
	unlock()
	return bus.Subscribe("update", func(m *Message) {
		in.mu.Lock()
		defer func() { in.mu.Unlock() }()
		in.last = m.Body
	})
}

type Lease struct {
	mu      sync.Mutex
	expired bool
	timer   *time.Timer
	renewed int
}

func (l *Lease) Start(d time.Duration) {
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock() // want global-deadlock "blocked"
		l.expired = true
	})
}

// Callers hold the lock; it is released while the work is done.
func (l *Lease) renewLocked(work func()) {
	l.mu.Unlock()
	work()
	l.mu.Lock()
	l.renewed++
}

func (l *Lease) Renew(work func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.renewLocked(work)
}

// Callers hold this one as well, and it takes the lock once too often.
func (l *Lease) resetLocked(work func()) {
	l.mu.Unlock()
	work()
	l.mu.Lock()
	l.mu.Lock() // want double-lock "already holds"
	l.renewed = 0
}

// Some callers hold the lock, and say so.
func (l *Lease) Drop(isLocked bool) {
	if isLocked {
		l.mu.Unlock()
	}
	l.mu.Lock()
	l.renewed = 0
	l.mu.Unlock()
}

// What the function itself does wrong hides nothing of what its literal does.
func (in *Inbox) ListenTwice(bus Bus) error {
	in.mu.Lock()
	in.mu.Lock() // want double-lock "locking"
	return bus.Subscribe("twice", func(m *Message) {
		in.mu.Lock()
		in.mu.Unlock()
		in.mu.Unlock() // want unlock-unlocked "while it is not locked"
		in.last = m.Body
	})
}
