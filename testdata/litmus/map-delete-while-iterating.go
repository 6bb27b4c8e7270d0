// What is deleted before it was visited is not visited.
//
// outcome: "1" exit

package main

import "fmt"

func main() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int, 1)}
	n := 0
	for k, c := range m {
		c <- 1
		delete(m, 3-k)
		n++
	}
	if n != 1 {
		select {}
	}
	fmt.Print(n)
}
