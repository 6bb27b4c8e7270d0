// Two structs share the lock that both embed by pointer.
//
// outcome: "" deadlock

package main

import "sync"

type base struct {
	sync.Mutex
}

type a struct {
	*base
}

type b struct {
	*base
}

func main() {
	shared := &base{}
	x, y := a{shared}, b{shared}
	x.Lock()
	y.Lock()
}
