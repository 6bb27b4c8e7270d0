// A slice may be cut longer than it is: what lies behind is nil.
//
// outcome: "" deadlock

package main

func main() {
	s := make([]chan int, 0, 2)
	s = s[:2]
	s[0] <- 1
}
