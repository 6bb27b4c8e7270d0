// Goexit ends the goroutine before Done.
//
// outcome: "" deadlock

package main

import (
	"runtime"
	"sync"
)

func stop() {
	runtime.Goexit()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		stop()
		wg.Done()
	}()
	wg.Wait()
}
