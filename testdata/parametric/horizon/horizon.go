// Package horizon has functions of which only the nearest three are followed: what others change is not relied on.
package horizon

import "sync"

type job struct {
	mu   *sync.Mutex
	n    int
	name string
	next *job
}

func (j *job) refill()  { j.further() }
func (j *job) further() { j.last() }
func (j *job) last() {
	j.n = 7
	j.mu = new(sync.Mutex)
	j.next = nil
}

// What is read twice has changed in between.
// want ?changed >= 0 && ?changed'2 <= ?changed
func (j *job) Refilled() {
	go func() {}()
	c := make(chan int, j.n)
	go j.refill()
	k := j.n
	for i := 0; i < k; i++ {
		c <- i
	}
}

// Read once, whatever it is.
// want ?changed >= 0
func (j *job) Once() {
	j.refill()
	k := j.n
	c := make(chan int, k)
	for i := 0; i < k; i++ {
		c <- i
	}
}

// Once, with another send.
// want not proved
func (j *job) OneMore() {
	j.refill()
	k := j.n
	c := make(chan int, k)
	for i := 0; i <= k; i++ {
		c <- i
	}
}

// Nobody else knows this record.
// want n >= 0
func (j *job) Own(n int) {
	own := &job{n: n}
	j.refill()
	c := make(chan int, own.n)
	for i := 0; i < own.n; i++ {
		c <- i
	}
}

// Now somebody does.
// want ?changed >= 0 && n <= ?changed
func (j *job) Handed(n int) {
	own := &job{n: n}
	own.refill()
	c := make(chan int, own.n)
	for i := 0; i < n; i++ {
		c <- i
	}
}

// What is stored through a pointer that nobody knows may be any record.
// want ?changed >= 0 && n <= ?changed
func (j *job) Through(n int) {
	own := &job{n: n}
	j.next = own
	j.refill()
	j.next.n = 0
	c := make(chan int, own.n)
	for i := 0; i < n; i++ {
		c <- i
	}
}

// A lock of which it is not known which it is, held where others need it.
// want not proved
func (j *job) Locked(n int) {
	j.refill()
	c := make(chan int)
	mu := j.mu
	mu.Lock()
	go func() {
		mu.Lock()
		c <- 1
		mu.Unlock()
	}()
	<-c
	mu.Unlock()
}

// want proved
func (j *job) Workers() {
	j.refill()
	k := j.n
	var wg sync.WaitGroup
	for i := 0; i < k; i++ {
		wg.Add(1)
		go func() { wg.Done() }()
	}
	wg.Wait()
}
