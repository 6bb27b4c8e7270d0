// An array that lies in a struct is assigned as a whole: a pointer to its element sees it.
//
// outcome: "" deadlock

package main

type level struct {
	n int
}

type table struct {
	levels [2]level
}

func main() {
	var t table
	last := &t.levels[1]
	t.levels = [2]level{{1}, {2}}
	c := make(chan int)
	go func() {
		if last.n == 0 {
			c <- 1
		}
	}()
	<-c
}
