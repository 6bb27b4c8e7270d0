// Wait on a counter of zero does not block.
//
// outcome: "end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Wait()
	fmt.Print("end")
}
