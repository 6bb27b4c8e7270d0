// Goexit in main ends that goroutine only; without any other the process is stuck.
//
// outcome: "end" fatal: no goroutines (main called runtime.Goexit) - deadlock!
// check: panic proved

package main

import (
	"fmt"
	"runtime"
)

func main() {
	c := make(chan int)
	go func() {
		<-c
		fmt.Print("end")
	}()
	defer close(c)
	runtime.Goexit()
}
