// Functions that run once nobody needs a value any more: at any time, or never.

package p

import (
	"runtime"
	"sync"
)

type client struct {
	stop chan struct{}
	once *sync.Once
}

func halt(c *client) { c.once.Do(func() { close(c.stop) }) }

// Whether the cleanup runs or not, nobody stays and nothing is closed twice.
func ClosedByBoth() {
	c := &client{stop: make(chan struct{}), once: new(sync.Once)}
	inner := *c
	runtime.AddCleanup(c, func(c *client) { halt(c) }, &inner)
	ended := make(chan struct{})
	go func() {
		<-inner.stop
		close(ended)
	}()
	halt(&inner)
	<-ended
}

// That the value is in use while its cleanup runs is taken to be possible, but nobody is blamed for it.
func ClosedTwiceInTheory() {
	c := &client{stop: make(chan struct{})}
	runtime.AddCleanup(c, func(stop chan struct{}) { close(stop) }, c.stop) // want note double-close "a second time"
	close(c.stop)
	runtime.KeepAlive(c)
}

// What does not rest on the cleanup is told as ever.
func Forgotten() {
	c := &client{stop: make(chan struct{})}
	runtime.AddCleanup(c, func(int) {}, 1)
	go func() {
		<-c.stop // want goroutine-leak "block forever"
	}()
}
