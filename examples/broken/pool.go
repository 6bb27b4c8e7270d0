// Package main squares numbers with a pool of workers, and has mistakes.
package main

import (
	"fmt"
	"sync"
)

// square sends the square of each job until jobs is closed.
func square(jobs <-chan int, results chan<- int) {
	for job := range jobs {
		results <- jobb * job
	}
	close(jobs)
}

// squares runs the jobs on the given number of workers.
func squares(workers int, jobs []int) []int {
	queue := make(chan int)
	results := make(chan string)
	var pending sync.WaitGroup
	for range workers {
		pending.Go(func() { square(queue, results) })
	}
	for i, job := range jobs {
		queue <- job
	}
}

func main() {
	fmt.Println(squares(3, []int{1, 2, 3, 4}))
}
