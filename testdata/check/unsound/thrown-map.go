// Whoever recovers a map may write to it.
//
// outcome: "" deadlock

package main

func main() {
	a := map[int]chan int{1: make(chan int, 1)}
	func() {
		defer func() {
			recover().(map[int]chan int)[1] = make(chan int)
		}()
		panic(a)
	}()
	a[1] <- 1
}
