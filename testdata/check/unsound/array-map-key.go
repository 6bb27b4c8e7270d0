// So is an array.
//
// outcome: "" panic: close of closed channel

package main

func main() {
	m := map[[2]int]chan int{}
	c := make(chan int)
	m[[2]int{1, 2}] = c
	close(m[[2]int{1, 2}])
	close(c)
}
