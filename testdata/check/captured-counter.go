// Counters that a literal captures, and counters without a loop of their own, are no smaller than they are.

package p

func Captured() {
	c := make(chan int, 100)
	for i := 0; i < 100; i++ {
		func() { c <- i }()
	}
	for range 100 {
		<-c
	}
}

func Counted() {
	c := make(chan int, 40)
	n := 0
	for {
		n++
		c <- n // want note global-deadlock "every goroutine is blocked, Counted sending on c"
		if n == 40 {
			return
		}
	}
}
