// What nobody gives a name is called after the function that gives it, or after its type.
package p

import "sync"

func stream() chan int { return make(chan int) }

type group struct{ wg sync.WaitGroup }

func newGroup() *group { return &group{} }

func Stream() {
	go func(c chan int) {
		c <- 1 // want goroutine-leak "send stream\(\);"
	}(stream())
}

func Group() {
	g := newGroup()
	g.wg.Add(2)
	go g.wg.Done()
	g.wg.Wait() // want global-deadlock "Wait group.wg"
}
