// A map is iterated in any order.
//
// outcome: "a" exit
// outcome: "b" deadlock

package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan int)
	close(b)
	m := map[string]chan int{"a": a, "b": b}
	for name, c := range m {
		fmt.Print(name)
		if c == a {
			return
		}
		<-a
	}
}
