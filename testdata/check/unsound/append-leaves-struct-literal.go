// A struct that was given a slice keeps the old elements when an append moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

type holder struct{ boxes []box }

func main() {
	s := []box{{0}}
	h := &holder{boxes: s}
	s = append(s, box{1})
	s[0].n = 1
	c := make(chan int, 1)
	if h.boxes[0].n == 1 {
		c <- 1
	}
	<-c
}
