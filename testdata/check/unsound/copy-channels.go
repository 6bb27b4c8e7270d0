// copy brings another channel in.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	s := []chan int{a}
	copy(s, []chan int{b})
	s[0] <- 1
}
