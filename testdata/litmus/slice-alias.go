// Two slices of one array are the same memory.
//
// outcome: "1" exit

package main

import "fmt"

func main() {
	s := make([]chan int, 2)
	t := s[1:]
	t[0] = make(chan int, 1)
	s[1] <- 1
	fmt.Print(<-t[0])
}
