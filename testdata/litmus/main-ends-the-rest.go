// When main returns the process ends: what is blocked then is no leak.
//
// outcome: "end" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		<-c
	}()
	fmt.Print("end")
}
