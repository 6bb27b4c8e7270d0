package lease

import (
	"sync"
	"testing"
	"time"
)

type lease struct {
	id     int64
	expiry time.Time
}

type lessor struct {
	mu     sync.RWMutex
	leases map[int64]*lease
	expire func(id int64)
}

func (l *lessor) grant(id int64, ttl time.Duration) *lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	le := &lease{id: id, expiry: time.Now().Add(ttl)}
	l.leases[id] = le
	return le
}

func (l *lessor) revoke(id int64) {
	l.mu.Lock()
	delete(l.leases, id)
	l.mu.Unlock()
}

func (l *lessor) sweep() {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for id, le := range l.leases {
		if time.Now().After(le.expiry) {
			l.expire(id) // want double-lock "TestLease can block forever locking l.mu, which it already h"
		}
	}
}

func TestLease(t *testing.T) {
	l := &lessor{leases: map[int64]*lease{}}
	l.expire = func(id int64) { l.revoke(id) }
	l.grant(1, time.Millisecond)
	time.Sleep(2 * time.Millisecond)
	l.sweep()
}
