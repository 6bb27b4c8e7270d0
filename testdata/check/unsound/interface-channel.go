// A channel in an interface is still that channel.
//
// outcome: "" panic: close of closed channel

package main

func shut(x any) {
	if c, ok := x.(chan int); ok {
		close(c)
	}
}

func main() {
	c := make(chan int)
	shut(c)
	shut(c)
}
