// What is known about functions by themselves and through what they call: the comment above each lists all of it.
package p

import (
	"log"
	"os"
	"os/signal"
	"sync"
)

type table struct {
	mu   sync.Mutex
	rows map[string]int
}

// flow:
func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

// flow: panics
func check(n int) {
	if n < 0 {
		panic("negative")
	}
}

// flow: panics
func checkTwice(n int) {
	check(n)
	check(n + 1)
}

// flow: never-returns
func stop(code int) {
	os.Exit(code)
}

// flow: never-returns
func fail(err error) {
	log.Print(err)
	stop(1)
}

// flow:
func failSometimes(err error) {
	if err != nil {
		stop(1)
	}
}

// flow: leaves-locks locking synchronising
func (t *table) lock() {
	t.mu.Lock()
}

// flow: held-by-callers leaves-locks releases synchronising
func (t *table) unlock() {
	t.mu.Unlock()
}

// flow: locking releases synchronising
func (t *table) get(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows[key]
}

// Of what it calls, one function leaves the lock held, and one releases it for its callers.
//
// flow: leaves-locks synchronising
func (t *table) put(key string, n int) {
	t.lock()
	t.rows[key] = n
	t.unlock()
}

// flow: creating synchronising
func start(t *table) chan int {
	c := make(chan int)
	go func() { c <- t.get("a") }()
	return c
}

// flow: closes-twice synchronising
func closesTwice(c chan int) {
	close(c)
	close(c)
}

// Notify panics if the channel is nil.
//
// flow: creating loses-signal panics synchronising
func losesSignal() chan os.Signal {
	c := make(chan os.Signal)
	signal.Notify(c, os.Interrupt)
	return c
}

type getter interface{ get(key string) int }

// flow: synchronising
func through(g getter) int {
	return g.get("a")
}

func use(t *table) int {
	return through(t)
}
