// A counter below zero panics.
//
// outcome: "" panic: sync: negative WaitGroup counter

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}
