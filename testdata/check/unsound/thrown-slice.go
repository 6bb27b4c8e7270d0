// Whoever recovers a slice may write to it.
//
// outcome: "" deadlock

package main

func main() {
	a := []chan int{make(chan int, 1)}
	func() {
		defer func() {
			recover().([]chan int)[0] = make(chan int)
		}()
		panic(a)
	}()
	a[0] <- 1
}
