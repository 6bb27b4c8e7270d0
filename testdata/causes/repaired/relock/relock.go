package relock

import "sync"

type Journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *Journal) Append(line string) {
	j.mu.Lock()
	j.lines = append(j.lines, line)
	j.mu.Unlock()
}
