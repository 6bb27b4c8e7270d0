// A struct from a map is a copy.
//
// outcome: "" deadlock

package main

type entry struct {
	closed bool
}

func main() {
	m := map[string]entry{"a": {}}
	e := m["a"]
	e.closed = true
	if !m["a"].closed {
		select {}
	}
}
