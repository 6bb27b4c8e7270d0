// A counter that grows beyond what is worth tracking.
//
// outcome: "" deadlock

package main

func main() {
	n := 0
	for n < 1000 {
		n++
	}
	c := make(chan int, 1000)
	for i := 0; i <= n; i++ {
		c <- i
	}
}
