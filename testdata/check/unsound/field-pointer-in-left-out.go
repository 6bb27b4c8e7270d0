// A function that seems to need no look takes the address of a field and writes through it.
//
// outcome: "" deadlock

package main

type state struct{ stop bool }

func stop1(s *state) { stop2(s) }
func stop2(s *state) { stop3(s) }
func stop3(s *state) { stop4(s) }
func stop4(s *state) { stop5(s) }
func stop5(s *state) { stop6(s) }
func stop6(s *state) {
	p := &s.stop
	*p = true
}

func main() {
	s := &state{}
	stop1(s)
	if s.stop {
		select {}
	}
}
