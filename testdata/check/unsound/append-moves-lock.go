// An append moves a locked mutex: the copy stays locked.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	s := make([]sync.Mutex, 1, 1)
	p := &s[0]
	p.Lock()
	s = append(s, sync.Mutex{})
	p.Unlock()
	s[0].Lock()
}
