// States of a type of their own, handed to atomic operations as the numbers that they are.
package p

import "sync/atomic"

type status uint32

const (
	open status = iota
	done
)

type sink struct {
	status status
	rows   chan int
}

func (s *sink) push(n int) status {
	now := status(atomic.LoadUint32((*uint32)(&s.status)))
	if now == open {
		s.rows <- n // want goroutine-leak "rows"
	}
	return now
}

func (s *sink) finish() { atomic.StoreUint32((*uint32)(&s.status), uint32(done)) }

// Left stops receiving while the other side may be about to send.
func Left() {
	s := &sink{rows: make(chan int)}
	go func() {
		for s.push(1) == open {
		}
	}()
	<-s.rows
	s.finish()
}

// Drained receives what may still come.
func Drained() {
	s := &sink{rows: make(chan int)}
	go func() {
		defer close(s.rows)
		for s.push(1) == open {
		}
	}()
	<-s.rows
	s.finish()
	for range s.rows {
	}
}
