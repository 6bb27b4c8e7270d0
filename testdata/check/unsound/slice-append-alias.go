// append writes into the array that another slice shares.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	s := []chan int{a, a}
	_ = append(s[:1], b)
	a <- 1
	<-s[1]
}
