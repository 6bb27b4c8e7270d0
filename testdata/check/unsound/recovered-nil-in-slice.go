// A pointer that is known to be nil panics, and so does an index that is known to be out of range: what lies behind is not done.
//
// outcome: "" deadlock

package main

type cell struct{ c chan int }

func main() {
	done := make(chan int)
	cells := []*cell{{done}, nil}
	stop := func(i int) {
		defer func() { recover() }()
		close(cells[i].c)
	}
	stop(1)
	stop(2)
	<-done
}
