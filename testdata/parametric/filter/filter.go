// Package filter has functions whose communication depends on a number, and some that only look so.
package filter

import "sync"

func capacity(n int) chan int { return make(chan int, 2*n) }

func adds(jobs []int) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	wg.Wait()
}

func loops(jobs map[string]int, out chan<- int) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- job
		}()
	}
	wg.Wait()
}

func countsDown(n int, out chan int) {
	for left := n; left > 0; left-- {
		<-out
	}
}

func goes(n int, work func(*sync.WaitGroup)) {
	var wg sync.WaitGroup
	wg.Add(4)
	for range n {
		go work(&wg)
	}
	wg.Wait()
}

func constants() {
	const size = 3
	c := make(chan int, size)
	var wg sync.WaitGroup
	wg.Add(size)
	for i := 0; i < size; i++ {
		go func() {
			c <- i
			wg.Done()
		}()
	}
	for range [size]int{} {
		<-c
	}
	wg.Wait()
}

func endless(in, out chan int) {
	for {
		out <- <-in
	}
}

func noCommunication(n int) (sum int) {
	var waiting []int
	waiting = make([]int, n)
	for i := range waiting {
		sum += i
	}
	return sum
}
