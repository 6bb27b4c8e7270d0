// A generic type keeps its channel.
//
// outcome: "" deadlock

package main

type queue[T any] struct {
	c chan T
}

func (q *queue[T]) put(v T) {
	q.c <- v
}

func main() {
	q := &queue[int]{c: make(chan int, 1)}
	q.put(1)
	q.put(2)
}
