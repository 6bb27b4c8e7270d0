package trylock

import "sync"

type Job struct {
	mu   sync.Mutex
	runs int
}

func (j *Job) TryRun(do func() bool) bool {
	if !j.mu.TryLock() {
		return false
	}
	if !do() {
		return false // want missing-unlock "..Job..TryRun can return with j.mu locked"
	}
	j.runs++
	j.mu.Unlock()
	return true
}
