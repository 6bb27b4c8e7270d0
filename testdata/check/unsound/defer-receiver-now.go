// The lock of a deferred Unlock is the one that the variable had.
//
// outcome: "" deadlock

package main

import "sync"

func work(a, b *sync.Mutex) {
	m := a
	m.Lock()
	defer m.Unlock()
	m = b
	m.Lock()
}

func main() {
	var a, b sync.Mutex
	work(&a, &b)
	a.Lock()
	b.Lock()
}
