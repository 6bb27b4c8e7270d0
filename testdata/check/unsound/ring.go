// What is put into a ring comes out of it again.
//
// outcome: "" deadlock

package main

import "container/ring"

func main() {
	r := ring.New(2)
	r.Value = make(chan int)
	r = r.Next().Next()
	r.Value.(chan int) <- 1
}
