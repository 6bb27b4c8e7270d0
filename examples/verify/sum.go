package verified

/*@
// What is sent.
pred positive(v int) {
	v > 0
}
@*/

// @ requires 0 <= n
// @ requires c.SendChannel() && c.SendGivenPerm() == positive{_} && c.SendGotPerm() == PredTrue{}
func produce(c chan int, n int) {
	// @ invariant 1 <= i
	// @ invariant c.SendChannel() && c.SendGivenPerm() == positive{_} && c.SendGotPerm() == PredTrue{}
	for i := 1; i <= n; i++ {
		// @ fold positive{_}(i)
		c <- i
	}
	close(c)
}

// Sum adds the numbers up to n, which another goroutine sends.
// @ requires 0 <= n
// @ ensures  0 <= sum
func Sum(n int) (sum int) {
	c := make(chan int)
	// @ c.Init(positive{_}, PredTrue{})
	go produce(c, n)
	// @ fold PredTrue{}()
	// @ invariant c.RecvChannel() && c.RecvGivenPerm() == PredTrue{} && c.RecvGotPerm() == positive{_}
	// @ invariant PredTrue{}() && 0 <= sum
	for v := range c {
		// @ unfold positive{_}(v)
		sum += v
		// @ fold PredTrue{}()
	}
	return sum
}
