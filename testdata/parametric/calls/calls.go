// Package calls calls functions that need something of their arguments: those that cannot give it are wanted, and no others.
package calls

import (
	"errors"
	"log"
	"os"
)

// first needs n > 0.
func first(n int) int {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	one := <-c // want note global-deadlock "every goroutine is blocked, State receiving from c"
	for i := 1; i < n; i++ {
		<-c
	}
	return one
}

// room needs size >= 0: else it panics.
func room(size int) {
	c := make(chan int, size) // want negative-capacity "negative capacity"
	close(c)
}

// all needs as many names as there are answers.
func all(names []string, answers int) {
	c := make(chan string)
	go func() {
		for _, name := range names {
			c <- name // want note goroutine-leak "can block forever sending on c"
		}
	}()
	for i := 0; i < answers; i++ {
		<-c
	}
}

// drain is only called with what it needs.
func drain(n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	<-c // want note global-deadlock "every goroutine is blocked, drain receiving from c"
	for i := 1; i < n; i++ {
		<-c
	}
}

//gordian:requires n%2 == 0 && n >= 0
func pairs(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	for i := 0; i < n/2; i++ {
		<-c
		<-c
	}
}

//gordian:requires n > 0
func plain(n int) int { return 100 / n }

const (
	none = 0
	some = 3
)

func Constants() {
	first(1)
	first(0)    // want precondition "first requires n > 0, but is called with n = 0"
	first(none) // want precondition "n = 0"
	first(some)
	first(some - 4) // want precondition "n = -1"
	first(len("ab"))
	first(len([]int{}))     // want precondition "n = 0"
	first(len([]int{1, 2})) // fine
}

func Variables() {
	n := 0
	first(n) // want precondition "n = 0"
	n++
	first(n)
	n -= 3
	first(n) // want precondition "n = -2"
	m := max(n, 4)
	first(m)
	first(min(n, m)) // want precondition "n = -2"
}

func Slices() {
	all(nil, 0)
	all(nil, 1)                // want precondition "answers = 1"
	all([]string{"a", "b"}, 2) // fine
	names := []string{"a"}
	all(names, len(names))
	names = append(names, "b")
	all(names, len(names))
	all(names[1:], 2) // want precondition "answers = 2"
	all(make([]string, 3), 3)
}

func Guarded(n int) {
	if n <= 0 {
		return
	}
	first(n)
	drain(n)
}

func GuardedOtherwise(n int, xs []int) {
	if n > 0 && len(xs) > 2 {
		first(n)
		first(len(xs) - 2)
	} else if len(xs) > 0 {
		first(len(xs))
	}
	switch {
	case n < 1:
		log.Fatal("too few")
	case n == 7:
		panic("seven")
	}
	first(n)
	drain(n)
}

func Ended(xs []int) {
	if len(xs) == 0 {
		os.Exit(1)
	}
	first(len(xs))
}

// Passed passes its own argument on: what it needs is said of it, and no call is at fault.
func Passed(n int) { first(n) }

func PassedWrong() {
	Passed(0) // want precondition "Passed requires n > 0"
	Passed(2)
}

func hidden(k int) { first(k) }

func hiddenToo(k int) {
	if k < 10 {
		hidden(k)
	}
}

func Hidden() {
	hidden(3)
	hidden(0) // want precondition "first requires n > 0, but is called through hidden with k = 0"
	hiddenToo(5)
	hiddenToo(-5) // want precondition "through hiddenToo with k = -5"
	hiddenToo(10)
}

func zeroFor(kind int) {
	if kind == 9 {
		first(0)
	}
}

func ZeroForOthers() { zeroFor(1) }

func nobody() { first(0) }

func InLoops() {
	for i := 1; i < 4; i++ {
		first(i)
	}
	for i := range 3 {
		first(i) // want precondition "n = 0"
	}
	for i := 3; i > 0; i-- {
		first(i)
	}
	for range 2 {
	}
	first(0) // want precondition "n = 0"
}

func Joined(flag bool) {
	n := 1
	if flag {
		n = 2
	}
	first(n)
	if !flag {
		n = 3 - n
	}
	first(n)
}

func Literals(n int) {
	go func() {
		first(0) // want precondition "n = 0"
	}()
	f := func(k int) { first(k) }
	f(3)
	if n > 0 {
		defer func() { first(n) }()
	}
}

func Changed() {
	n := 0
	func() { n = 3 }()
	first(n)
}

func Answers() error {
	n, err := count()
	if err != nil {
		return err
	}
	first(n)
	if n == 5 {
		first(-5) // want precondition "n = -5"
	}
	return nil
}

func count() (int, error) { return len(os.Args), errors.New("no") }

var debug bool

func State() {
	if debug {
		first(0)
	}
}

// Recovered may want the panic: it is told where it happens.
func Recovered() {
	defer func() { _ = recover() }()
	room(-1)
}

func NotRecovered() {
	room(-1) // want precondition "room requires size >= 0"
	room(0)
}

func Wraps(n int, u uint8, w uint64) {
	if n >= 0 {
		first(n + 1)
	}
	first(int(u) + 1)
	if w > 0 {
		first(int(w))
	}
	var b byte = 255
	b++
	first(int(b) + 1)
}

func Stated(n int) {
	pairs(4)
	pairs(3) // want precondition "pairs requires n%2 == 0 && n >= 0, but is called with n = 3"
	pairs(2 * n)
	if n > 0 && n < 1000 {
		pairs(2 * n)
	}
	plain(1)
	plain(0) // want precondition "plain requires n > 0"
}

//gordian:requires n > 2
func Promised(n int) int {
	first(n - 2)
	return plain(n)
}

func few(n int) {
	c := make(chan int, 10)
	for i := 0; i < n+2; i++ {
		c <- i // want note global-deadlock "every goroutine is blocked, Huge sending on c"
	}
}

// HugeWraps gives a number from which n + 2 wraps around: no round is made.
func HugeWraps(n int) {
	if n > 9223372036854775800 {
		few(n)
	}
}

func Huge() {
	few(9223372036854775807)
}

func Many() {
	few(100) // want precondition "few requires n <= 8, but is called with n = 100"
}
