// A pointer to an element stays with the old array when an append moves the others.
//
// outcome: "" deadlock

package main

type box struct{ c chan int }

func main() {
	s := []box{{make(chan int)}}
	p := &s[0]
	s = append(s, box{})
	p.c = make(chan int, 1)
	s[0].c <- 1
}
