// Two locks of one value, taken in both orders.

package p

import "sync"

type listener struct {
	conn   sync.Mutex
	sender sync.Mutex
	stats  sync.RWMutex
	gate   sync.Mutex
	err    error
}

func (l *listener) acquire() error {
	l.conn.Lock()
	defer l.conn.Unlock()
	if l.err != nil {
		return l.err
	}
	l.sender.Lock() // want warning lock-order "it holds l.conn, and elsewhere the two are locked in the other order"
	return nil
}

func (l *listener) release() { l.sender.Unlock() }

func (l *listener) setErr(err error) {
	l.conn.Lock()
	l.err = err
	l.conn.Unlock()
}

func (l *listener) Exec(err error) {
	l.sender.Lock()
	defer l.sender.Unlock()
	l.setErr(err)
}

func (l *listener) Close() {
	l.sender.Lock()
	l.conn.Lock()
	l.conn.Unlock()
	l.sender.Unlock()
}

func (l *listener) Use() error {
	if err := l.acquire(); err != nil {
		return err
	}
	l.release()
	return nil
}

// ---- what is right ----

type ordered struct {
	a    sync.Mutex
	b    sync.Mutex
	c    sync.RWMutex
	gate sync.Mutex
}

func (o *ordered) First() {
	o.gate.Lock()
	defer o.gate.Unlock()
	o.a.Lock()
	o.b.Lock()
	o.b.Unlock()
	o.a.Unlock()
}

// The third lock keeps them apart.
func (o *ordered) Second() {
	o.gate.Lock()
	defer o.gate.Unlock()
	o.b.Lock()
	o.a.Lock()
	o.a.Unlock()
	o.b.Unlock()
}

// Never both at once.
func (o *ordered) Apart() {
	o.c.Lock()
	o.c.Unlock()
	o.b.Lock()
	o.b.Unlock()
}

func (o *ordered) Together() {
	o.b.Lock()
	o.c.Lock()
	o.c.Unlock()
	o.b.Unlock()
}
