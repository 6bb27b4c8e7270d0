// Closing: twice, and while others send.
package p

func Twice(again bool) {
	c := make(chan int)
	close(c)
	if again {
		close(c) // want warning double-close "twice|a second time"
	}
}

func WhileSending() {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1 // want send-on-closed "after it is closed"
		close(done)
	}()
	close(c)
	<-done
}

func Range(n int) int {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
		close(c)
	}()
	sum := 0
	for x := range c {
		sum += x
	}
	return sum
}

func InSelect(done chan bool) {
	c := make(chan int)
	go func() { close(c) }()
	select { // want send-on-closed "InSelect can send on c after it is closed"
	case c <- 1:
	case <-done:
	}
}
