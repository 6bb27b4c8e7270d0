// An array in a map is copied when it is read.
//
// outcome: "" deadlock

package main

func main() {
	m := map[int][1]chan int{1: {make(chan int)}}
	x := m[1]
	x[0] = make(chan int, 1)
	m[1][0] <- 1
}
