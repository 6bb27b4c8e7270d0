// Do from within Do of the same Once blocks for ever.
//
// outcome: "outer" deadlock

package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	once.Do(func() {
		fmt.Print("outer")
		once.Do(func() {
			fmt.Print("inner")
		})
	})
}
