// What stands behind the panic is not done, although the panic was recovered.
//
// outcome: "" deadlock
// check: goroutine-leak unknown
// check: all proved|unknown

package main

func work(c chan int) {
	defer func() {
		recover()
	}()
	var p *int
	*p = 1
	c <- 1
}

func main() {
	c := make(chan int)
	go work(c)
	<-c
}
