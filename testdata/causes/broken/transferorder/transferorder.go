package transferorder

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

type Ledger struct {
	mu       sync.Mutex
	checking Account
}

func (l *Ledger) Audit() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.checking.mu.Lock()
	defer l.checking.mu.Unlock()
	return l.checking.balance
}

func (l *Ledger) Deposit(n int) {
	l.checking.mu.Lock()
	defer l.checking.mu.Unlock()
	l.checking.balance += n
	l.record() // want lock-order "can block forever locking l.checking.mu"
}

func (l *Ledger) record() {
	l.mu.Lock()
	defer l.mu.Unlock()
}

func Both(l *Ledger) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		l.Audit()
	}()
	go func() {
		defer wg.Done()
		l.Deposit(1)
	}()
	wg.Wait()
}
