// A generic function closes what it is given, twice.
//
// outcome: "" panic: close of closed channel

package main

func shut[T any](cs ...chan T) {
	for _, c := range cs {
		close(c)
	}
}

func main() {
	c := make(chan string)
	shut(c, c)
}
