package relock

import "sync"

type Journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *Journal) Append(line string) {
	j.mu.Lock()
	j.lines = append(j.lines, line)
	j.mu.Lock() // want double-lock "..Journal..Append can block forever locking j.mu, which it a"
}
