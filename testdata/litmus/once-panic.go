// A function that panics counts as done: the second Do does nothing.
//
// outcome: "recovered end" exit

package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	func() {
		defer func() {
			if recover() == nil {
				select {}
			}
			fmt.Print("recovered ")
		}()
		once.Do(func() {
			panic("first")
		})
	}()
	once.Do(func() {
		select {}
	})
	fmt.Print("end")
}
