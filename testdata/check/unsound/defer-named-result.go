// A deferred call changes the result after the return.
//
// outcome: "" deadlock

package main

func open() (c chan int) {
	defer func() {
		c = nil
	}()
	return make(chan int, 1)
}

func main() {
	c := open()
	c <- 1
}
