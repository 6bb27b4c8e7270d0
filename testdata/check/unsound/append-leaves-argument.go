// A function that was called with a slice keeps the old elements when an append to the caller's variable moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

func main() {
	s := []box{{0}}
	c := make(chan int, 1)
	use := func(r []box) {
		s = append(s, box{1})
		s[0].n = 1
		if r[0].n == 1 {
			c <- 1
		}
		<-c
	}
	use(s)
}
