// A function of OnceFunc that panicked panics in every call.
//
// outcome: "12" exit

package main

import (
	"fmt"
	"sync"
)

func try(f func(), n int) {
	defer func() {
		if recover() == nil {
			select {}
		}
		fmt.Print(n)
	}()
	f()
}

func main() {
	f := sync.OnceFunc(func() {
		panic("no")
	})
	try(f, 1)
	try(f, 2)
}
