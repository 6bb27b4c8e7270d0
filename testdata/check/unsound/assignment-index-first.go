// Operands of an assignment are evaluated before anything is assigned.
//
// outcome: "" deadlock

package main

func main() {
	i := 0
	s := []chan int{make(chan int, 1), make(chan int, 1)}
	i, s[i] = 1, nil
	s[i] <- 1
	s[0] <- 1
}
