// A panic that data decides is no alarm, and neither is what waits because of it; how much fits into a channel is not guessed.

package p

import "sync"

type table struct {
	mu   sync.Mutex
	rows int
}

func (t *table) Read(next func() bool) {
	words := make([]int, 0, 4)
	for next() {
		words = append(words, 1)
	}
	defer func() {
		t.mu.Lock()
		t.rows = 0
		t.mu.Unlock()
	}()
	t.mu.Lock()
	t.rows = words[2]
	t.mu.Unlock()
}

func (t *table) Refuse(refused func() bool) {
	defer func() {
		t.mu.Lock() // want double-lock "already holds"
		t.rows = 0
		t.mu.Unlock()
	}()
	t.mu.Lock()
	if refused() {
		panic("refused")
	}
	t.mu.Unlock()
}

func Filled() {
	c := make(chan int, 100)
	for range cap(c) {
		c <- 1 // want note global-deadlock "every goroutine is blocked, Filled sending on c"
	}
	close(c)
	for range c {
	}
}

// A send on a closed channel is no matter of data: what waits because of it does so for certain.
func Late() {
	a, b := make(chan int), make(chan int, 1)
	close(b)
	go func() {
		defer func() {
			<-a // want goroutine-leak "no remaining goroutine sends"
		}()
		b <- 1 // want send-on-closed "after it is closed"
	}()
}
