// Interfaces, embedding, function values and method values lead to the right operation.
package p

import "sync"

type sender interface{ send(int) }

type direct struct{ c chan int }

func (d direct) send(n int) { d.c <- n } // want goroutine-leak "d.c"

type nothing struct{}

func (nothing) send(int) {}

type wrapped struct {
	sync.Mutex
	sender
}

func Dispatch() {
	c := make(chan int)
	var s sender = &wrapped{sender: direct{c}}
	go s.send(1)
}

func Harmless() {
	var s sender = &wrapped{sender: nothing{}}
	go s.send(1)
}

func MethodValue() {
	w := &wrapped{}
	lock, unlock := w.Lock, w.Unlock
	lock()
	defer unlock()
	func() {
		w.Lock() // want double-lock "Lock"
		w.Unlock()
	}()
}
