// One of two ways out does not unlock.
//
// outcome: "" exit
// outcome: "" deadlock

package main

import (
	"sync"
	"time"
)

var mu sync.Mutex

func run(ok bool) {
	mu.Lock()
	if !ok {
		return
	}
	mu.Unlock()
}

func main() {
	run(time.Now().UnixNano()%2 == 0)
	mu.Lock()
}
