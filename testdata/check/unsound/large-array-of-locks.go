// A lock in a large array is taken twice.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var a [100]sync.Mutex
	a[1].Lock()
	a[1].Lock()
}
