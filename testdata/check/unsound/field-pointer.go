// A write through the address of a field.
//
// outcome: "" deadlock

package main

type state struct {
	stop bool
}

func main() {
	s := &state{}
	p := &s.stop
	*p = true
	if s.stop {
		select {}
	}
}
