// Channels kept in a container of the library.
//
// outcome: "" panic: close of closed channel

package main

import "container/list"

func main() {
	c := make(chan int)
	l := list.New()
	l.PushBack(c)
	close(l.Front().Value.(chan int))
	close(c)
}
