// A write to a nil map panics, is recovered, and the answer is never sent.
//
// outcome: "" deadlock

package main

func work(c chan int, m map[string]int) {
	defer func() {
		recover()
	}()
	m["a"] = 1
	c <- 1
}

func main() {
	c := make(chan int)
	go work(c, nil)
	<-c
}
