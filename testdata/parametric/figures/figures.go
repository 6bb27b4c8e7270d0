// Package figures has the shapes of the Ginger paper's figures, and what is true of each.
package figures

import (
	"sync"
	"time"
)

func compute(i int) int { return i * i }

// First waits for one of n answers.
// want precondition "n == 1" weakest
func First(n int) int {
	answers := make(chan int)
	for i := 0; i < n; i++ {
		go func() { answers <- compute(i) }()
	}
	return <-answers
}

// FirstBuffered has room for all of them.
// want precondition "n > 0" weakest
func FirstBuffered(n int) int {
	answers := make(chan int, n)
	for i := 0; i < n; i++ {
		go func() { answers <- compute(i) }()
	}
	return <-answers
}

// FirstGuarded asks nobody where there is nobody to ask.
// want proved
func FirstGuarded(n int) int {
	if n <= 0 {
		return 0
	}
	answers := make(chan int, n)
	for i := 0; i < n; i++ {
		go func() { answers <- compute(i) }()
	}
	return <-answers
}

// Halves starts readers in two halves and one before each.
// want precondition "readers >= 0" weakest
func Halves(readers int) {
	done := make(chan bool)
	go func() { done <- true }()
	for i := 0; i < readers/2; i++ {
		go func() { done <- true }()
	}
	go func() { done <- true }()
	for i := readers / 2; i < readers; i++ {
		go func() { done <- true }()
	}
	for i := 0; i < readers+2; i++ {
		<-done
	}
}

// Levels waits for all senders before it receives: the two numbers must be the same.
// want precondition "numLevels == 0 || numLevels > 0 && complianceLevels == numLevels" weakest
func Levels(numLevels, complianceLevels int) {
	if numLevels == 0 {
		return
	}
	var wg sync.WaitGroup
	results := make(chan int, numLevels)
	for i := 0; i < complianceLevels; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- compute(i)
		}()
	}
	wg.Wait()
	for i := 0; i < numLevels; i++ {
		<-results
	}
}

// SameLevels says in the source that they are.
// want precondition "numLevels >= 0" weakest
func SameLevels(numLevels int) {
	if numLevels == 0 {
		return
	}
	complianceLevels := numLevels
	var wg sync.WaitGroup
	results := make(chan int, numLevels)
	for i := 0; i < complianceLevels; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- compute(i)
		}()
	}
	wg.Wait()
	for i := 0; i < numLevels; i++ {
		<-results
	}
}

// Pool hands jobs to workers.
// want precondition "len(jobs) == 0 || workers > 0" weakest
func Pool(workers int, jobs []int) {
	in := make(chan int)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range in {
				compute(j)
			}
		}()
	}
	for _, j := range jobs {
		in <- j
	}
	close(in)
	wg.Wait()
}

// Impatient gives up after a while, with senders left behind.
// want precondition "n <= 0" weakest
func Impatient(n int) bool {
	answers := make(chan int)
	for i := 0; i < n; i++ {
		go func() { answers <- compute(i) }()
	}
	for i := 0; i < n; i++ {
		select {
		case <-answers:
		case <-time.After(time.Second):
			return false
		}
	}
	return true
}
