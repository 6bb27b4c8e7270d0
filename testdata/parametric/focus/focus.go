// Package focus has functions that work on objects of their own among others: what is proved of their own alone stands above each.
package focus

import (
	"context"
	"sync"
	"time"
)

type store struct {
	mu    sync.Mutex
	other sync.Mutex
	all   sync.RWMutex
	n     int
	items []string
}

// want proved
func (s *store) LockInside(n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.mu.Lock()
			s.n++
			s.mu.Unlock()
		}()
	}
	wg.Wait()
}

// The lock is held where the goroutines need it.
// want n <= 0
func (s *store) LockAround(n int) {
	var wg sync.WaitGroup
	s.mu.Lock()
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.mu.Lock()
			s.mu.Unlock()
		}()
	}
	wg.Wait()
	s.mu.Unlock()
}

// Two locks in two orders: each waits for the other.
// want not proved
func (s *store) TwoOrders(n int) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		s.mu.Lock()
		s.other.Lock()
		s.other.Unlock()
		s.mu.Unlock()
	}()
	go func() {
		defer wg.Done()
		s.other.Lock()
		s.mu.Lock()
		s.mu.Unlock()
		s.other.Unlock()
	}()
	for i := 0; i < n; i++ {
		wg.Wait()
	}
}

// A lock that is not given back.
// want n <= 0
func (s *store) Keeps(n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.mu.Lock()
		}()
	}
	wg.Wait()
}

// want proved
func (s *store) ReadLocks(n int) int {
	results := make(chan int, 3)
	s.all.RLock()
	defer s.all.RUnlock()
	for i := 0; i < n; i++ {
		go func() {
			select {
			case results <- 1:
			default:
			}
		}()
	}
	return s.n
}

// A context from outside ends some time, so that nobody waits for ever.
// want proved
func Until(ctx context.Context, n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			select {
			case c <- i:
			case <-ctx.Done():
			}
		}()
	}
}

func (s *store) grow() { s.items = append(s.items, "more") }

// What is read twice has changed in between.
// want not proved
func (s *store) Changed() {
	c := make(chan string, len(s.items))
	s.grow()
	for range s.items {
		c <- "x"
	}
}

// want proved
func (s *store) Unchanged() {
	c := make(chan string, len(s.items))
	for range s.items {
		c <- "x"
	}
}

// A function from outside gives another number each time.
// want not proved
func Twice(f func() int) {
	c := make(chan int, f())
	for i := 0; i < f(); i++ {
		c <- i
	}
}

// want f() >= 0
func Once(f func() int) {
	n := f()
	c := make(chan int, n)
	for i := 0; i < n; i++ {
		c <- i
	}
}

// The channel is others' from then on, but it must be made.
// want n >= 0
func Made(n int) chan int {
	return make(chan int, n)
}

// Nobody ever sends on a channel that is nil.
// want not proved
func Nothing(n int) {
	var c chan int
	for i := 0; i < n; i++ {
		<-c
	}
}

func begin() chan int { return make(chan int) }

// What a helper has made is the function's own.
// want n <= 0
func Helped(n int) {
	done := begin()
	for i := 0; i < n; i++ {
		<-done
	}
}

func run(n int, each func(int)) {
	for i := 0; i < n; i++ {
		each(i)
	}
}

// A helper that is given a function that sends works on the channel.
// want n <= 0
func Called(n int) {
	c := make(chan int)
	run(n, func(i int) { c <- i })
}

// LockInside, with its Done dropped.
// want n <= 0
func (s *store) NotDone(n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			s.mu.Lock()
			s.n++
			s.mu.Unlock()
		}()
	}
	wg.Wait()
}

// Until, with the case of the context dropped.
// want n <= 0
func Forever(ctx context.Context, n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			select {
			case c <- i:
			}
		}()
	}
}

// Unchanged, with another capacity.
// want not proved
func (s *store) TooSmall() {
	c := make(chan string, len(s.items)-1)
	for range s.items {
		c <- "x"
	}
}

// Unchanged, with a send added.
// want not proved
func (s *store) TooMany() {
	c := make(chan string, len(s.items))
	for range s.items {
		c <- "x"
	}
	c <- "y"
}

// ReadLocks, with a send that waits while the lock is held.
// want not proved
func (s *store) Waits(n int) {
	results := make(chan int)
	s.all.RLock()
	defer s.all.RUnlock()
	for i := 0; i < n; i++ {
		go func() {
			select {
			case results <- 1:
			default:
			}
		}()
	}
	<-results
}

// Two names for one slice.
// want cap(c) >= 5
func Aliased(n int) {
	var sizes []int
	sizes = append(sizes, 5)
	same := sizes
	same[0] = n
	c := make(chan int, sizes[0])
	for i := 0; i < 5; i++ {
		c <- i
	}
}

type registry struct{ waiting map[int]chan int }

// Others find the channel in the map, and send.
// want proved
func (r *registry) Registered(n int) {
	c := make(chan int)
	r.waiting[n] = c
	for i := 0; i < n; i++ {
		<-c
	}
}

// One number or another, and known which.
// want n >= 0
func Default(n int) {
	size := n
	if size == 0 {
		size = 100
	}
	c := make(chan int, size)
	for i := 0; i < size; i++ {
		c <- i
	}
}

// Default, with a bound that is not the capacity where that was replaced.
// want n >= 0 && n <= 100
func NotDefault(n int) {
	size := n
	if size > 100 {
		size = 100
	}
	c := make(chan int, size)
	for i := 0; i < n; i++ {
		c <- i
	}
}

type settings struct{ size int }

// The bound is read again in each round.
// want proved
func Settled(s settings) {
	if s.size <= 0 {
		s.size = 10
	}
	c := make(chan int, s.size)
	for i := 0; i < s.size; i++ {
		c <- i
	}
}

// Settled, with a bound that changes between the rounds.
// want not proved
func Growing(s settings) {
	if s.size <= 0 {
		s.size = 10
	}
	c := make(chan int, s.size)
	for i := 0; i < s.size; i++ {
		c <- i
		s.size = s.size + i
	}
}

type answer struct{ more int }

// What comes out of a channel is one of several structs.
// want proved
func Answers(n int) {
	answers := make(chan *answer, 1)
	go func() { answers <- &answer{more: n} }()
	a := <-answers
	if a.more > 3 {
		return
	}
	c := make(chan int, 1)
	c <- 1
}

// What is written to one of several structs may be read in another.
// want cap(c) >= 5
func Overwritten(n int) {
	kept := &answer{more: 5}
	answers := make(chan *answer, 1)
	answers <- kept
	a := <-answers
	a.more = n
	c := make(chan int, kept.more)
	for i := 0; i < 5; i++ {
		c <- i
	}
}

type list struct {
	last *answer
	size int
}

// Every round makes another one.
// want proved
func (l *list) Batches(n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		if l.last == nil || l.last.more > 5 {
			l.last = &answer{more: i}
		}
		if l.last.more > 2 {
			wg.Add(1)
			go func() { wg.Done() }()
		}
	}
	wg.Wait()
}

// Deferred on one path only: run or not, it is the same for those who wait.
// want proved
func (s *store) MaybeDeferred(n int, more bool) {
	var wg sync.WaitGroup
	if more {
		defer wg.Wait()
	}
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() { wg.Done() }()
	}
}

// MaybeDeferred, with a Done missing.
// want n <= 0
func (s *store) MaybeWaits(n int, more bool) {
	var wg sync.WaitGroup
	if more {
		defer wg.Wait()
	}
	for i := 0; i < n; i++ {
		wg.Add(1)
	}
}

type source interface{ Next() error }

// Methods of what comes from outside are others' matter.
// want proved
func Methods(in source, n int) {
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := in.Next(); err != nil && err.Error() == "end" {
				return
			}
		}()
	}
	wg.Wait()
}

type sink interface{ Put(c chan int) }

// A method that is given the channel may do anything with it.
// want proved
func GivenAway(out sink, n int) {
	c := make(chan int)
	out.Put(c)
	for i := 0; i < n; i++ {
		<-c
	}
}

type plain struct{ text string }

func (p plain) Error() string { return p.text }

type loud struct{ said chan int }

func (l *loud) Error() string {
	l.said <- 1
	return ""
}

func choose(n int) []error { return []error{plain{"a"}, plain{"b"}} }

// Which of several errors it is does not matter.
// want proved
func OneOf(n int) {
	var wg sync.WaitGroup
	for _, err := range choose(n) {
		if err.Error() == "a" {
			wg.Add(1)
			go func() { wg.Done() }()
		}
	}
	wg.Wait()
}

// OneOf, with one among them that sends.
// want not proved
func LoudOne(n int) {
	c := make(chan int)
	for _, err := range []error{plain{"a"}, &loud{c}} {
		if err.Error() == "a" {
			return
		}
	}
}

// A timer that is set again each time it was stopped or has fired.
// want proved
func Patient(n int, each func(int)) {
	if n < 0 {
		return
	}
	done := make(chan int)
	go func() {
		for range done {
			each(n)
		}
	}()
	defer close(done)
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	for i := 0; i < n; i++ {
		timer.Reset(time.Second)
		select {
		case done <- i:
		case <-timer.C:
		}
	}
}

// The timer has fired when the second one waits for it.
// want not proved
func FiredBefore(n int) {
	timer := time.NewTimer(time.Second)
	never := make(chan int)
	<-timer.C
	select {
	case <-timer.C:
	case <-never:
	}
}

// It fires once, and which round it was in is not followed.
// want n <= 0
func FiresOnce(n int) {
	timer := time.NewTimer(time.Second)
	never := make(chan int)
	for i := 0; i < n; i++ {
		select {
		case <-timer.C:
		case <-never:
		}
	}
}

// After a stop nothing may come.
// want not proved
func Stopped(n int) {
	timer := time.NewTimer(time.Second)
	never := make(chan int)
	timer.Stop()
	select {
	case <-timer.C:
	case <-never:
	}
}

// Each iteration has its own variable, and goroutines read it. What `each` does to the rest the prover cannot express yet.
// want not proved
func RoundVariable(n int, each func(int) bool) {
	answers := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			if each(i) && i > 2 {
				answers <- i
			}
		}()
	}
}

// A goroutine changes the variable of its round: how many rounds there are is not known.
// want not proved
func ChangedRound(n int) {
	room := make(chan int, n)
	for i := 0; i < n; i++ {
		func() { i -= 1 }()
		room <- i
	}
}

type hook interface{ run(n int) int }

type adder struct{ sum int }

func (a *adder) run(n int) int {
	a.sum += n
	return a.sum
}

type sender struct{ to chan int }

func (s *sender) run(n int) int {
	s.to <- n
	return n
}

// One of the hooks writes what others see: each of them is followed.
// want proved
func Hooks(n int, some []int) {
	first := &adder{}
	hooks := []hook{first, &adder{}}
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			hooks[i%2].run(i)
		}()
	}
	wg.Wait()
}

// One of the hooks waits for somebody to receive.
// want not proved
func WaitingHooks(n int) {
	hooks := []hook{&adder{}, &sender{make(chan int)}}
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			hooks[i%2].run(i)
		}()
	}
	wg.Wait()
}
