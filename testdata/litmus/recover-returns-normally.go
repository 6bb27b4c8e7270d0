// The function that deferred the recovering call returns to its caller with its results as they are.
//
// outcome: "7" exit

package main

import "fmt"

func f() (n int) {
	defer func() {
		recover()
		n = n + 2
	}()
	n = 5
	panic("no")
}

func main() {
	c := make(chan int, 1)
	c <- f()
	v := <-c
	if v != 7 {
		select {}
	}
	fmt.Print(v)
}
