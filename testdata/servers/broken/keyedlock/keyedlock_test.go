package keyedlock

import (
	"sync"
	"testing"
)

type keyed struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (k *keyed) lock(key string) func() {
	k.mu.Lock()
	l, ok := k.locks[key]
	if !ok {
		l = &sync.Mutex{}
		k.locks[key] = l
	}
	k.mu.Unlock()
	l.Lock()
	return l.Unlock
}

type bank struct {
	keys     keyed
	balances map[string]int
}

func (b *bank) transfer(from, to string, n int) {
	defer b.keys.lock(from)()
	defer b.keys.lock(to)() // want lock-order "TestTransfer can block forever locking l #2"
	b.balances[from] -= n
	b.balances[to] += n
}

func TestTransfer(t *testing.T) {
	b := &bank{keys: keyed{locks: map[string]*sync.Mutex{}}, balances: map[string]int{}}
	done := make(chan struct{})
	go func() {
		b.transfer("x", "y", 1)
		close(done)
	}()
	b.transfer("y", "x", 2)
	<-done
}
