// A struct that a function has used before it is moved: its counter moves along.
//
// outcome: "" deadlock

package main

import "sync"

type job struct {
	wg sync.WaitGroup
}

type holder struct {
	job job
}

func newJob() *job {
	j := &job{}
	j.wg.Add(1)
	return j
}

func main() {
	h := &holder{job: *newJob()}
	h.job.wg.Wait()
}
