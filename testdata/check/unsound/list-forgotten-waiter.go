// Those who wait stand in a list, and the one who wakes them takes only the first.
//
// outcome: "" deadlock

package main

import "container/list"

func main() {
	var waiters list.List
	first, second := make(chan int), make(chan int)
	waiters.PushBack(second)
	waiters.PushFront(first)
	go func() {
		front := waiters.Front()
		close(front.Value.(chan int))
		waiters.Remove(front)
	}()
	<-first
	<-second
}
