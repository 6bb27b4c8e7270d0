// Functions with conditions on their arguments that are stated: assumed inside.
package requires

import "sync"

const limit = 3

// want proved
//
//gordian:requires n > 0
func Enough(n int) int {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	first := <-c
	for i := 1; i < n; i++ {
		<-c
	}
	return first
}

// want precondition "n > 0" weakest
//
//gordian:requires n >= 0
func TooLittle(n int) int {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	first := <-c
	for i := 1; i < n; i++ {
		<-c
	}
	return first
}

// want precondition "n > 0" weakest
//
//gordian:requires len(names) > 0 && verbose
func NotAboutIt(n int, names []string, verbose bool) int {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	first := <-c
	for i := 1; i < n; i++ {
		<-c
	}
	return first
}

// want proved
//
//gordian:requires len(items) <= size
//gordian:requires size >= limit-3
func TwoTogether(items []string, size int) {
	c := make(chan string, size)
	for _, item := range items {
		c <- item
	}
}

// want proved
//
//gordian:requires n > 1000
func FarAway(n int) {
	c := make(chan int, n)
	for i := 0; i < 1000; i++ {
		c <- i
	}
}

// want unknown
//
//gordian:requires n > 0 && n < 0
func Impossible(n int) {
	c := make(chan int, n)
	c <- 1
}

// want proved
//
//gordian:requires wait == (n > 0)
func Together(n int, wait bool) {
	var wg sync.WaitGroup
	if n > 0 {
		wg.Add(1)
	}
	if wait {
		wg.Done()
	}
	wg.Wait()
}
