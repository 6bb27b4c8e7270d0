// Two workers take jobs until a channel is closed that says that there are no more.
//
// table: gomela 15, godel 10
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import (
	"fmt"
	"time"
)

const jobs = 19

func worker(id int, queue <-chan int, over <-chan bool) {
	for {
		select {
		case job := <-queue:
			fmt.Println("worker", id, "does job", job)
		case <-over:
			return
		}
	}
}

func schedule(queue chan<- int, over chan bool) {
	for job := 0; moreJobs(job); job++ {
		queue <- job
	}
	close(over)
}

func moreJobs(job int) bool {
	return job < jobs
}

func main() {
	queue := make(chan int)
	over := make(chan bool)
	go worker(1, queue, over)
	go worker(2, queue, over)
	schedule(queue, over)
	time.Sleep(time.Second)
}
