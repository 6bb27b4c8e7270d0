// A state machine by constants.
//
// outcome: "" deadlock

package main

type state int

const (
	idle state = iota
	busy
	over
)

func (s state) next() state {
	if s == over {
		return idle
	}
	return s + 1
}

func main() {
	s := idle
	for i := 0; i < 4; i++ {
		s = s.next()
	}
	if s == busy {
		select {}
	}
}
