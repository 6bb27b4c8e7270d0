// An iteration visits every key once.
//
// outcome: "3" exit

package main

import "fmt"

func main() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int, 1), 3: make(chan int, 1)}
	n := 0
	for _, c := range m {
		c <- 1
		n++
	}
	if n != 3 {
		select {}
	}
	fmt.Print(n)
}
