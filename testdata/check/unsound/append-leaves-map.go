// A map with a slice keeps the old elements when an append moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

func main() {
	s := []box{{0}}
	m := map[int][]box{1: s}
	s = append(s, box{1})
	s[0].n = 1
	c := make(chan int, 1)
	if m[1][0].n == 1 {
		c <- 1
	}
	<-c
}
