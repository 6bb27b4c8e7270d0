// A function from outside that is called with a lock held may come back for it: that it does not is an assumption of its own.
package reentry

import (
	"io"
	"sync"
)

type List struct {
	mu  sync.Mutex
	all []int
	out io.Writer
}

// verdict: closed
// assumes: no-reentry: f
// client hang:
//
//	var l List
//	l.Each(func() { l.Add(1) })
func (l *List) Each(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// verdict: closed
// without: no-reentry: f
func (l *List) EachRepaired(f func()) {
	l.mu.Lock()
	l.mu.Unlock()
	f()
}

// verdict: closed
// without: no-reentry: f
func (l *List) Own(f func()) {
	var mu sync.Mutex
	mu.Lock()
	f()
	mu.Unlock()
}

// verdict: closed
func (l *List) Add(v int) {
	l.mu.Lock()
	l.all = append(l.all, v)
	l.mu.Unlock()
}

// verdict: closed
// assumes: no-reentry: io.Writer.Write
func (l *List) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out.Write(nil)
}

func (l *List) locked(f func(int)) {
	for _, v := range l.all {
		f(v)
	}
}

// verdict: closed
// assumes: no-reentry: f
func (l *List) Inside(f func(int)) {
	l.mu.Lock()
	l.locked(f)
	l.mu.Unlock()
}

// A function that the module itself has put there takes the lock.
type Job struct {
	mu   sync.Mutex
	done func()
	n    int
}

func NewJob() *Job {
	j := &Job{}
	j.done = func() {
		j.mu.Lock()
		j.n++
		j.mu.Unlock()
	}
	return j
}

// verdict: open
// client hang:
//
//	NewJob().Finish()
func (j *Job) Finish() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done()
}

// verdict: closed
func (j *Job) FinishLater() {
	j.mu.Lock()
	done := j.done
	j.mu.Unlock()
	done()
}
