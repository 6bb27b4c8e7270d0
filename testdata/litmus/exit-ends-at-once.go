// os.Exit ends the process at once: no deferred call runs, nothing leaks.
//
// outcome: "a" exit 3

package main

import (
	"fmt"
	"os"
)

func main() {
	c := make(chan int)
	defer fmt.Print("deferred")
	go func() {
		<-c
	}()
	fmt.Print("a")
	os.Exit(3)
}
