package p

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *Account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

func Settle(accounts [2]*Account) {
	first, second := new(Account), new(Account)
	done := make(chan bool)
	go func() {
		transfer(first, second, 10)
		done <- true
	}()
	transfer(second, first, 20)
	<-done
}
