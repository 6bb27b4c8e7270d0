// len of a channel says how many values wait.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 2)
	c <- 1
	if len(c) == 1 && cap(c) == 2 {
		select {}
	}
}
