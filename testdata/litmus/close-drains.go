// A closed channel first gives what is in its buffer, then zero values with false, without end.
//
// outcome: "1 true 0 false 0 false" exit

package main

import "fmt"

func main() {
	c := make(chan int, 2)
	c <- 1
	close(c)
	a, ok1 := <-c
	b, ok2 := <-c
	d, ok3 := <-c
	if a != 1 || !ok1 || b != 0 || ok2 || d != 0 || ok3 {
		select {}
	}
	fmt.Println(a, ok1, b, ok2, d, ok3)
}
