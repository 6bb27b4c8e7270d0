// A nil function that is deferred panics when its turn comes.
//
// outcome: "" deadlock

package main

func guarded(c chan int, after func()) {
	defer func() {
		if recover() == nil {
			c <- 1
		}
	}()
	defer after()
}

func main() {
	c := make(chan int, 1)
	guarded(c, nil)
	<-c
}
