// Who was sent a slice keeps the old elements when an append moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

func main() {
	s := []box{{0}}
	q := make(chan []box, 1)
	q <- s
	s = append(s, box{1})
	s[0].n = 1
	c := make(chan int, 1)
	if (<-q)[0].n == 1 {
		c <- 1
	}
	<-c
}
