// The index is evaluated before the assignment changes it.
//
// outcome: "" deadlock

package main

func main() {
	cs := []chan int{make(chan int, 1), make(chan int, 1)}
	i := 0
	i, cs[i] = 1, nil
	cs[0] <- i
}
