// What comes out of a pool was used before.
//
// outcome: "" exit
// outcome: "" panic: close of closed channel

package main

import "sync"

type request struct {
	done chan bool
}

func main() {
	pool := sync.Pool{New: func() any {
		return &request{done: make(chan bool)}
	}}
	for i := 0; i < 2; i++ {
		r := pool.Get().(*request)
		close(r.done)
		pool.Put(r)
	}
}
