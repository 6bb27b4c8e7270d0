// Whoever recovers the address of a variable may write to it.
//
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 1)
	func() {
		defer func() {
			*recover().(*chan int) = make(chan int)
		}()
		panic(&c)
	}()
	c <- 1
}
