// Package main squares numbers with a pool of workers.
package main

import (
	"fmt"
	"sync"
)

// square sends the square of each job until jobs is closed.
func square(jobs <-chan int, results chan<- int) {
	for job := range jobs {
		results <- job * job
	}
}

// squares runs the jobs on the given number of workers.
func squares(workers int, jobs []int) []int {
	queue := make(chan int)
	results := make(chan int)
	var pending sync.WaitGroup
	for range workers {
		pending.Go(func() { square(queue, results) })
	}
	go func() {
		for _, job := range jobs {
			queue <- job
		}
		close(queue)
		pending.Wait()
		close(results)
	}()
	var all []int
	for result := range results {
		all = append(all, result)
	}
	return all
}

func main() {
	fmt.Println(squares(3, []int{1, 2, 3, 4}))
}
