// Two indices are the same lock.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var locks [2]sync.Mutex
	i, j := 1, 3
	locks[i].Lock()
	locks[j%2].Lock()
}
