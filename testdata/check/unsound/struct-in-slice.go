// A struct taken out of a slice is a copy; its channel is replaced there only.
//
// outcome: "" deadlock

package main

type slot struct {
	c chan int
}

func main() {
	slots := []slot{{make(chan int)}}
	for _, s := range slots {
		s.c = make(chan int, 1)
	}
	slots[0].c <- 1
}
