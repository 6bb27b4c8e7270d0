// A function that came through a channel closes.
//
// outcome: "" panic: close of closed channel

package main

func main() {
	c := make(chan int)
	jobs := make(chan func(), 1)
	jobs <- func() {
		close(c)
	}
	(<-jobs)()
	close(c)
}
