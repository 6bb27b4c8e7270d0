// Goexit runs deferred calls; recover does not stop it.
//
// outcome: "nil end" exit

package main

import (
	"fmt"
	"runtime"
)

func main() {
	c := make(chan bool)
	go func() {
		defer close(c)
		defer func() {
			if recover() != nil {
				select {}
			}
			fmt.Print("nil ")
		}()
		runtime.Goexit()
		select {}
	}()
	<-c
	fmt.Print("end")
}
