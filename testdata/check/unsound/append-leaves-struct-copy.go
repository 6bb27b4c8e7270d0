// A copy of a struct with a slice keeps the old elements when an append moves them.
//
// outcome: "" deadlock

package main

type box struct{ n int }

type holder struct{ boxes []box }

func main() {
	h := &holder{boxes: []box{{0}}}
	g := *h
	h.boxes = append(h.boxes, box{1})
	h.boxes[0].n = 1
	c := make(chan int, 1)
	if g.boxes[0].n == 1 {
		c <- 1
	}
	<-c
}
