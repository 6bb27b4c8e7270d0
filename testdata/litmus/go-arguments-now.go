// Arguments of a go statement are evaluated when it is executed.
//
// outcome: "1" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	n := 1
	go func(v int) {
		c <- v
	}(n)
	n = 2
	v := <-c
	if v != 1 {
		select {}
	}
	fmt.Print(v)
}
