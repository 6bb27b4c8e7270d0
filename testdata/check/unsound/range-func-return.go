// A return out of a range over a function skips what the function does then.
//
// outcome: "" deadlock

package main

import "sync"

var m sync.Mutex

func seq(yield func(int) bool) {
	m.Lock()
	yield(1)
	if yield(2) {
		m.Unlock()
	}
}

func f() int {
	for x := range seq {
		if x == 2 {
			return x
		}
	}
	return 0
}

func main() {
	f()
	m.Lock()
}
