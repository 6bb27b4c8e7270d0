// Package numbers has numbers as Go has them: they wrap around, are divided, are reached through pointers, and come from outside.
package numbers

import "sync"

// Doubled sends twice as often as its argument says, which was changed through a pointer.
// want precondition "n <= 1" weakest
func Doubled(n int) {
	p := &n
	c := make(chan int, 2)
	*p = *p * 2
	for i := 0; i < n; i++ {
		c <- i
	}
}

// Spare has as much room as a slice has left.
// want precondition "len(xs) <= (cap(xs)-len(xs))" weakest
func Spare(xs []int) {
	c := make(chan int, cap(xs)-len(xs))
	for _, x := range xs {
		c <- x
	}
}

// Table has a cell for each pair.
// want precondition "columns*rows >= 0" weakest
func Table(columns, rows int) {
	cells := make(chan int, rows*columns)
	for i := 0; i < rows*columns; i++ {
		cells <- i
	}
}

// Tail sends as often as there is a remainder, which is negative for negative numbers.
// want precondition "n%3 <= 1" weakest
func Tail(n int) {
	c := make(chan int, 1)
	for i := 0; i < n%3; i++ {
		c <- i
	}
}

// Halves takes one half of what the other side sends in steps of two.
// want precondition "n%2 <= 0" weakest
func Halves(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i += 2 {
			c <- i
		}
	}()
	for i := 0; i < n/2; i++ {
		<-c
	}
}

// Small counts with eight bits, and never past the end of them.
// want proved
func Small(n int8) {
	c := make(chan int8)
	go func() {
		for i := range n {
			c <- i
		}
	}()
	for i := int8(0); i < n; i++ {
		<-c
	}
}

// Wrapped adds, and gets a negative number where there is no room.
// want precondition "n <= 27" weakest
func Wrapped(n int8) {
	c := make(chan int)
	m := n + 100
	go func() {
		for i := int8(0); i < m; i++ {
			c <- 1
		}
	}()
	for i := 0; i < int(n)+100; i++ {
		<-c
	}
}

// Less has room for 255 where n is 0, and needs none.
// want proved
func Less(n uint8) {
	c := make(chan int, n-1)
	for i := uint8(1); i < n; i++ {
		c <- 1
	}
}

// Down counts an unsigned number down to 0.
// want proved
func Down(n uint) {
	c := make(chan int)
	go func() {
		for i := n; i > 0; i-- {
			c <- 1
		}
	}()
	for i := uint(0); i < n; i++ {
		<-c
	}
}

// Groups has two kinds of workers.
// want precondition "readers >= 0 && writers >= 0" weakest
func Groups(readers, writers int) {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	wg.Add(readers + writers)
	for i := 0; i < readers; i++ {
		go func() {
			mu.RLock()
			defer mu.RUnlock()
			wg.Done()
		}()
	}
	for i := 0; i < writers; i++ {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			wg.Done()
		}()
	}
	wg.Wait()
}
