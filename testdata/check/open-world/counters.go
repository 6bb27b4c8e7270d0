// WaitGroups of the module's own: whoever takes more off the counter than he has put on sees it go below zero.
package counters

import "sync"

type Jobs struct {
	wg sync.WaitGroup
	n  int
}

// verdict: open
// client panic:
//
//	var j Jobs
//	j.Finish()
func (j *Jobs) Finish() { j.wg.Done() }

// verdict: closed
func (j *Jobs) Start(work func()) {
	j.wg.Add(1)
	go func() {
		defer j.wg.Done()
		work()
	}()
}

// verdict: closed
func (j *Jobs) Wait() { j.wg.Wait() }

var group sync.WaitGroup

// verdict: open
// client panic:
//
//	Twice()
func Twice() {
	group.Add(1)
	group.Done()
	group.Done()
}

// verdict: closed
func Once() {
	group.Add(1)
	group.Done()
}

// verdict: closed
// assumes: environment: wg
func Caller(wg *sync.WaitGroup) { wg.Done() }
