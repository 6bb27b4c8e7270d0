// The function in a field was replaced.
//
// outcome: "" panic: close of closed channel

package main

type server struct {
	stop func()
}

func main() {
	c := make(chan int)
	s := &server{stop: func() {}}
	s.stop = func() {
		close(c)
	}
	s.stop()
	s.stop()
}
