// A channel lies in a large array in a struct.
//
// outcome: "" deadlock

package main

type t struct{ cs [100]chan int }

func main() {
	var x t
	x.cs[7] = make(chan int)
	x.cs[7] <- 1
}
