// The address of an element that holds a channel.
//
// outcome: "" panic: close of closed channel

package main

func main() {
	cs := []chan int{make(chan int)}
	p := &cs[0]
	close(*p)
	close(cs[0])
}
