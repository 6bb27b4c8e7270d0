// Goexit in a function given to Go counts as its end.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Go(func() {
		runtime.Goexit()
	})
	wg.Wait()
	fmt.Print("end")
}
