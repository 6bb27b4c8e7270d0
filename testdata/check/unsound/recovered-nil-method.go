// A method of an interface that holds nothing, a function that is nil and a divisor that is zero panic; somebody recovers.
//
// outcome: "" deadlock

package main

type closer interface{ Close() }

func main() {
	done := make(chan int)
	var by closer
	var with func()
	zero := 0
	try := func(f func()) {
		defer func() { recover() }()
		f()
		close(done)
	}
	try(func() { by.Close() })
	try(func() { with() })
	try(func() { zero = 1 / zero })
	<-done
}
