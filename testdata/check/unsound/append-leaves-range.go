// A loop over a slice goes through the old elements when an append moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

func main() {
	s := []box{{0}, {0}}
	c := make(chan int, 1)
	for _, one := range s {
		if one.n == 1 {
			c <- 1
		}
		s = append(s, box{0})
		s[1].n = 1
	}
	<-c
}
