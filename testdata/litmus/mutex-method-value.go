// A method value keeps the lock it was made from.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	a, b := new(sync.Mutex), new(sync.Mutex)
	a.Lock()
	p := a
	unlock := p.Unlock
	p = b
	unlock()
	a.Lock()
	b.Lock()
	fmt.Print("end")
}
