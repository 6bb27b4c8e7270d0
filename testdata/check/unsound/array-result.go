// A function gives a copy of an array.
//
// outcome: "" deadlock

package main

var g = [1]chan int{make(chan int)}

func get() [1]chan int { return g }

func main() {
	x := get()
	x[0] = make(chan int, 1)
	g[0] <- 1
}
