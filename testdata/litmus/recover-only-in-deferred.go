// recover stops nothing unless the deferred function itself calls it.
//
// outcome: "" panic: no

package main

func helper() {
	recover()
}

func main() {
	c := make(chan int, 1)
	defer func() {
		helper()
	}()
	c <- 1
	panic("no")
}
